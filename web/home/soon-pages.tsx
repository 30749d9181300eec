import { Link, useLocation } from '@tanstack/react-router'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageBar } from '../shell/shell.tsx'

const words: Readonly<Record<string, readonly [title: string, words: string]>> = {
  '/tutorials': ['Tutoriais', 'Vídeos curtos sobre cada tela estarão aqui.'],
}

/** Placeholder for a screen that is not built yet. */
export function SoonByAddress() {
  const { pathname } = useLocation()
  const [title, text] = words[pathname] ?? ['Em breve', 'Esta página está a caminho.']
  return (
    <>
      <PageBar title={title} />
      <EmptyState icon="clock" title="Em breve" action={<Link to="/menu">Ir para o início</Link>}>
        {text}
      </EmptyState>
    </>
  )
}
