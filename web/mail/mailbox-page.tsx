import { useQuery } from '@tanstack/react-query'
import { readMailbox } from '../../contract/mail/mailbox.ts'
import { errorSentence } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ago } from '../words/format.ts'
import { Stack } from '../kit/layout.tsx'
import styles from './mailbox-page.module.css'

/** Mails of a development server without SMTP. */
export function MailboxPage() {
  usePageTitle('E-mails deste computador')
  const mailbox = useQuery({ ...queryFor(readMailbox, {}), refetchInterval: 3_000 })
  const now = useNow(10_000)
  return (
    <Stack as="main" gap={14} className={styles.page}>
      <h1>E-mails deste computador</h1>
      <p>Sem SMTP configurado, nenhum e-mail sai: eles ficam aqui. Esta página não existe em produção.</p>
      {mailbox.isPending ? <Skeleton height={200} /> : null}
      {mailbox.error ? <ErrorState message={errorSentence(mailbox.error)} /> : null}
      {mailbox.data?.messages.length === 0 ? (
        <EmptyState icon="mail" title="Nenhum e-mail ainda">
          Peça um link em “Esqueci a senha” ou convide alguém.
        </EmptyState>
      ) : null}
      {mailbox.data?.messages.map((message) => (
        <section key={message.id} className={styles.message}>
          <details>
            <summary>
              <b>{message.subject}</b>
              <span>
                para {message.recipient}, {ago(message.createdAt, now)}
              </span>
            </summary>
            <pre className={styles.text}>{linked(message.text)}</pre>
          </details>
        </section>
      ))}
    </Stack>
  )
}

function linked(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    part.startsWith('http') ? (
      <a
        key={`${String(index)}${part}`}
        href={new URL(part).pathname + new URL(part).hash}
        target="_blank"
        rel="noreferrer"
      >
        {part}
      </a>
    ) : (
      part
    ),
  )
}
