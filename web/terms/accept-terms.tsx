import { useMutation, useQuery } from '@tanstack/react-query'
import { acceptTerms, readMyTerms, readTerms } from '../../contract/privacy/terms.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Stack } from '../kit/layout.tsx'
import styles from './terms-page.module.css'

/** Below the text: who has not accepted it yet can, and who has sees when. */
export function AcceptTerms({ shown }: { readonly shown: string }) {
  const mine = useQuery(queryFor(readMyTerms, {}))
  const accept = useMutation({
    mutationFn: () => ask(acceptTerms, { body: { sha256: shown } }),
    onSuccess: () => refresh(readMyTerms),
    // The text changed meanwhile: the new one is shown.
    onError: () => void refresh(readTerms),
  })
  if (!mine.data) return null
  const { acceptedAt, before } = mine.data
  if (acceptedAt !== null)
    return (
      <p className={styles.accepted} role="status">
        Você aceitou este texto em {moment(acceptedAt)}.
      </p>
    )
  return (
    <Stack as="section" gap={12} start className={styles.accept} aria-label="Aceite">
      <p>
        {before
          ? `O texto mudou desde o seu aceite de ${moment(before.acceptedAt)}.`
          : 'Leia e aceite para continuar usando o Balcão.'}
      </p>
      {accept.isError ? <p role="alert">{errorSentence(accept.error)}</p> : null}
      <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
        Li e aceito os termos
      </Button>
    </Stack>
  )
}

const moment = (at: string): string =>
  new Date(at).toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
