import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FullScreenSpinner } from '../ui/full-screen-spinner.tsx'
import { LostChunk, reloadForLostChunk } from './stale-chunk.ts'

/** Part of the start bundle: these must show even if nothing more can be loaded. */
export function NotFoundPage() {
  usePageTitle('Página não encontrada')
  return (
    <EmptyState
      icon="info"
      title="Página não encontrada"
      level="h1"
      action={<Link to="/">Ir para o início</Link>}
    >
      <b>{location.pathname}</b> não existe, ou não está disponível para a sua conta.
    </EmptyState>
  )
}

export function FailedPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  usePageTitle('Não deu para carregar')
  return <FailedPart error={error} />
}

/** Replaces a page, or part of one, that failed to render. A part lost with the network opens once it is back. */
export function FailedPart({ error }: Pick<ErrorComponentProps, 'error'>) {
  useSyncExternalStore(onNetworkBack, () => navigator.onLine)
  if (reloadForLostChunk(error)) return <FullScreenSpinner />
  return (
    <ErrorState
      message={
        error instanceof LostChunk && !navigator.onLine
          ? 'Sem conexão: esta página ainda não está guardada neste aparelho. Ela abre quando a internet voltar.'
          : error instanceof LostChunk
            ? 'Parte do Balcão não chegou. Confira a internet e tente de novo; se continuar, avise o suporte.'
            : errorSentence(error)
      }
      requestId={requestIdOf(error)}
      onRetry={() => location.reload()}
    />
  )
}

function onNetworkBack(changed: () => void): () => void {
  addEventListener('online', changed)
  return () => removeEventListener('online', changed)
}
