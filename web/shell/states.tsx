import { Link } from '@tanstack/react-router'
import { EmptyState, ErrorState, FullScreenSpinner } from '../ui/pieces.tsx'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { reloadForLostChunk } from './stale-chunk.ts'
import { PageBar } from './shell.tsx'

export function NotFoundPage() {
  return (
    <EmptyState icon="info" title="Página não encontrada" action={<Link to="/">Ir para o início</Link>}>
      Este endereço não existe ou não está disponível para a sua conta.
    </EmptyState>
  )
}

export function FailedPage({ error }: { readonly error: unknown }) {
  if (reloadForLostChunk(error)) return <FullScreenSpinner />
  return (
    <ErrorState
      message={errorSentence(error)}
      requestId={requestIdOf(error)}
      onRetry={() => location.reload()}
    />
  )
}

export function ForbiddenPage({ title }: { readonly title: string }) {
  return (
    <>
      <PageBar title={title} />
      <EmptyState
        icon="key"
        title="Seu acesso não inclui esta página"
        action={<Link to="/menu/orders">Ver os pedidos</Link>}
      >
        Os relatórios são para gerentes e donos. Peça a quem administra a loja para mudar o seu acesso.
      </EmptyState>
    </>
  )
}

export function SoonPage({ title, words }: { readonly title: string; readonly words: string }) {
  return (
    <>
      <PageBar title={title} />
      <EmptyState icon="clock" title="Em breve" action={<Link to="/menu">Ir para o início</Link>}>
        {words}
      </EmptyState>
    </>
  )
}
