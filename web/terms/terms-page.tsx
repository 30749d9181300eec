import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readTerms } from '../../contract/privacy/terms.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useSession } from '../identity/session.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './terms-page.module.css'

/**
 * Terms of use and privacy (LGPD): purposes, retention, processors, contact of the encarregado. The text is the
 * server's, so that what a person accepts is what they read.
 */
export function TermsPage() {
  usePageTitle('Termos de uso e privacidade')
  const query = useQuery(queryFor(readTerms, {}))
  const signedIn = useSession().status === 'signed-in'
  const terms = query.data
  return (
    <Stack as="main" gap={12} className={styles.page}>
      <p>
        <Link to="/">Voltar</Link>
      </p>
      <h1>Termos de uso e privacidade</h1>
      {query.isPending ? <Skeleton height={480} /> : null}
      {query.error && !terms ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {terms ? (
        <>
          <p>Vigentes desde {longDay(terms.version)}.</p>
          {terms.sections.map(({ title, parts }) => (
            <Stack as="section" key={title} gap={12}>
              <h2>{title}</h2>
              {parts.map((part, index) =>
                typeof part === 'string' ? (
                  <p key={index}>{part}</p>
                ) : (
                  <ul key={index}>
                    {part.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                ),
              )}
            </Stack>
          ))}
          <Stack as="section" gap={12}>
            <h2>Fornecedores que recebem dados</h2>
            <ul>
              {terms.processors.map(({ name, purpose, data }) => (
                <li key={name}>
                  <b>{name}</b>. Para: {lowered(purpose)}. Recebe: {lowered(data)}.
                </li>
              ))}
            </ul>
          </Stack>
          <Stack as="section" gap={12}>
            <h2>Encarregado</h2>
            {terms.encarregado ? (
              <p>
                Fale com {terms.encarregado.name ?? 'o encarregado pelo tratamento de dados'}:{' '}
                <a href={`mailto:${terms.encarregado.email}`}>{terms.encarregado.email}</a>
              </p>
            ) : (
              <p>Este painel é de demonstração e ainda não tem encarregado.</p>
            )}
          </Stack>
          {signedIn ? <AcceptTerms shown={terms.sha256} /> : null}
          <Muted size={2} className={styles.print}>
            Impressão digital do texto (SHA-256): {terms.sha256}
          </Muted>
        </>
      ) : null}
    </Stack>
  )
}

const lowered = (text: string): string =>
  /^[A-ZÀ-Ü][a-zà-ü]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

const longDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: 'UTC' })
