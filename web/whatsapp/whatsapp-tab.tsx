import { Link } from '@tanstack/react-router'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import type { StoreSectionProps } from '../screens/settings-tab.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import { CanaryPart } from './line/canary-part.tsx'
import { useChats } from './conversations/chats-data.ts'
import { ConversationPart } from './conversation-part.tsx'
import { LineNow, useWhatsapp } from './line/line-part.tsx'
import { MessagesPart } from './messages-part.tsx'
import { QueuePart } from './line/queue-part.tsx'
import styles from './whatsapp-tab.module.css'

/** The store's WhatsApp: its line, its automatic messages, and its queue. */
export function WhatsappTab({ store }: StoreSectionProps) {
  const query = useWhatsapp(store.id)
  const { data } = query
  if (!data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={520} />
    )
  const { enabled, hours, texts } = data.conversation
  return (
    <div className={styles.page}>
      <LineNow store={store} view={data} />
      {data.line ? (
        <>
          <ChatsPart storeId={store.id} />
          {/* The form begins again with what is saved, not with each answer of the server. */}
          <ConversationPart key={`${String(enabled)} ${hours} ${texts.greeting}`} store={store} view={data} />
        </>
      ) : null}
      <MessagesPart key={`messages ${String(data.settings.version)}`} store={store} view={data} />
      {data.line ? (
        <CanaryPart key={`canary ${String(data.canary.number)}`} store={store} view={data} />
      ) : null}
      <QueuePart store={store} view={data} />
    </div>
  )
}

/** How many customers of this store are with a person, with a link to them. */
function ChatsPart({ storeId }: { readonly storeId: string }) {
  const { data } = useChats()
  const here = data?.conversations.filter((one) => one.storeId === storeId) ?? []
  const waiting = here.filter(({ waitsSince }) => waitsSince !== null).length
  return (
    <section className={styles.part} aria-label="Conversas com uma pessoa">
      <div className={styles.titleRow}>
        <div>
          <h2>Conversas com uma pessoa</h2>
          <p className={styles.quiet}>
            {!data
              ? 'Lendo as conversas…'
              : waiting > 0
                ? `${plural(waiting, 'cliente espera', 'clientes esperam')} resposta. Atendentes também respondem.`
                : here.length > 0
                  ? `${plural(here.length, 'conversa', 'conversas')}, todas respondidas.`
                  : 'Ninguém espera. Quem pedir uma pessoa aparece em Conversas, também para os atendentes.'}
          </p>
        </div>
        <Link to="/conversas" className={styles.onward}>
          Abrir as conversas
        </Link>
      </div>
    </section>
  )
}
