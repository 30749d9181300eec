import { Link, useLocation } from '@tanstack/react-router'
import { isManagerSomewhere, useSession } from '../identity/session.ts'
import { ForbiddenPage } from './forbidden-page.tsx'
import { EmptyState } from '../ui/pieces.tsx'
import { PageBar } from './shell.tsx'

const words: Readonly<Record<string, readonly [title: string, words: string]>> = {
  '/reports/quality': [
    'Qualidade',
    'Avaliações, cancelamentos por causa e tempos de cada etapa estarão aqui.',
  ],
  '/reports/stores': [
    'Por loja',
    'A comparação detalhada entre lojas estará aqui. O relatório diário já mostra uma linha por loja.',
  ],
  '/reports/sale': ['Vendas', 'Vendas por período, canal e forma de pagamento estarão aqui.'],
  '/reports/customer': ['Clientes', 'Clientes novos, recorrentes e inativos estarão aqui.'],
  '/reports/menu': ['Cardápio', 'O que falta no cardápio e o que está pausado estará aqui.'],
  '/reports/orderBilling': ['Repasses', 'Os repasses e taxas de cada pedido estarão aqui.'],
  '/reports/product': ['Produtos', 'A curva de vendas de cada produto estará aqui.'],
  '/tutorials': ['Tutoriais', 'Vídeos curtos sobre cada tela estarão aqui.'],
}

/** A screen whose content comes later says so, and keeps the rule of who may open it. */
export function SoonByAddress() {
  const { pathname } = useLocation()
  const session = useSession()
  const [title, text] = words[pathname] ?? ['Em breve', 'Esta página está a caminho.']
  const forManagers = pathname.startsWith('/reports/')
  if (forManagers && session.status === 'signed-in' && !isManagerSomewhere(session))
    return <ForbiddenPage title={title} />
  return (
    <>
      <PageBar title={title} />
      <EmptyState icon="clock" title="Em breve" action={<Link to="/menu">Ir para o início</Link>}>
        {text}
      </EmptyState>
    </>
  )
}
