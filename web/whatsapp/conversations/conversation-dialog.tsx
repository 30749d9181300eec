import { errorSentence } from '../../api/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useThread } from './chats-data.ts'
import { nameOf } from './conversation-words.rules.ts'
import { Thread } from './thread.tsx'
import { useLineDown } from '../line/use-line-down.ts'
import styles from './thread.module.css'

/** One customer's chat, in a dialog over another screen. */
export function ConversationDialog({
  storeId,
  conversationId,
  onClose,
}: {
  readonly storeId: string
  readonly conversationId: string
  readonly onClose: () => void
}) {
  const { data, error } = useThread(storeId, conversationId)
  const lineDown = useLineDown(storeId)
  return (
    <Dialog title={data ? nameOf(data.conversation) : 'Conversa'} side onClose={onClose}>
      <div className={styles.inDialog}>
        {data ? (
          <Thread key={conversationId} data={data} lineDown={lineDown} titled />
        ) : error ? (
          <p role="alert">{errorSentence(error)}</p>
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </Dialog>
  )
}
