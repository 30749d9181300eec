import type { ConversationView } from '../../../contract/whatsapp/conversations.ts'
import { useNow } from '../../browser/clock.ts'
import { windowOf } from './conversation-words.rules.ts'
import styles from './thread.module.css'

/** How long free text may still be sent, and what can be sent afterwards. */
export function WindowStrip({ conversation }: { readonly conversation: ConversationView }) {
  const now = useNow(15_000)
  const its = windowOf(conversation, now)
  if (its === null) return null
  return (
    <p className={styles.window} data-soon={its.soon || undefined}>
      <i aria-hidden="true">
        <i style={{ width: `${its.share * 100}%` }} />
      </i>
      <span>
        <b>{its.words}</b> {its.soon ? 'Depois, só avisos do pedido, até o cliente escrever.' : null}
      </span>
    </p>
  )
}
