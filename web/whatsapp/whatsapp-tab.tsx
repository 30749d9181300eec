import { useQuery } from '@tanstack/react-query'
import { readWhatsapp, type WhatsappView } from '../../contract/whatsapp/whatsapp.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import type { StoreSectionProps } from '../shell/settings-tab.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConnectPart } from './connect-part.tsx'
import { ConversationPart } from './conversation-part.tsx'
import { HealthPart } from './health-part.tsx'
import { InboxPart } from './inbox-part.tsx'
import { isResting } from './line-words.rules.ts'
import { MessagesPart } from './messages-part.tsx'
import { PairingPart } from './pairing-part.tsx'
import { QueuePart } from './queue-part.tsx'
import styles from './whatsapp-tab.module.css'

const whileConnectingMs = 1_500
const otherwiseMs = 15_000

/** The store's WhatsApp: its line, what leaves automatically, and what waits. */
export function WhatsappTab({ store }: StoreSectionProps) {
  const query = useQuery({
    ...queryFor(readWhatsapp, {}, { storeId: store.id }),
    refetchInterval: ({ state }) =>
      ['pairing', 'syncing'].includes(state.data?.line?.state ?? '') ? whileConnectingMs : otherwiseMs,
  })
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
  const { line } = data
  return (
    <div className={styles.page}>
      {!line || isResting(line.state) ? (
        <ConnectPart key={line?.connectionId ?? 'none'} store={store} view={data} line={line} />
      ) : line.state === 'pairing' || line.state === 'syncing' ? (
        <PairingPart store={store} line={line} />
      ) : (
        <HealthPart store={store} view={data} line={line} />
      )}
      {line ? (
        <>
          <InboxPart store={store} />
          <ConversationPart key={conversationKey(data)} store={store} view={data} />
        </>
      ) : null}
      <MessagesPart key={`messages ${String(data.settings.version)}`} store={store} view={data} />
      <QueuePart store={store} view={data} />
    </div>
  )
}

/** The form begins again with what is saved, not with each answer of the server. */
const conversationKey = ({ conversation: { enabled, hours, texts } }: WhatsappView): string =>
  `${String(enabled)} ${hours} ${texts.greeting}`
