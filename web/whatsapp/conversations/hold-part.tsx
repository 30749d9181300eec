import { holdConversation } from '../../../contract/whatsapp/conversations.ts'
import { ask } from '../../api/ask.ts'
import { useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { clockTime } from '../../words/format.ts'
import { refreshChats, type ThreadData } from './chats-data.ts'
import { heldWords } from './conversation-words.rules.ts'
import { useAct } from '../whatsapp-data.ts'
import styles from './thread.module.css'

/** Shows who holds this customer's queue, and what waits in it. */
export function HeldNote({ data: { conversation, queued } }: { readonly data: ThreadData }) {
  const { held, storeId } = conversation
  const timezone = useTimezone(storeId)
  if (held === null) return null
  return (
    <p className={styles.held}>
      <Icon name="clock" size={18} />
      <span>{heldWords(held, { queued, until: clockTime(held.until, timezone) })}</span>
    </p>
  )
}

/** Holds this customer's automatic messages. A person's own messages are still sent. */
export function HoldButton({ data: { conversation } }: { readonly data: ThreadData }) {
  const act = useAct()
  const { conversationId, storeId, held } = conversation
  const toggle = () =>
    void act.run(async () => {
      await ask(holdConversation, { params: { conversationId }, body: { hold: held === null } }, { storeId })
      await refreshChats()
    })
  return (
    <Button variant="quiet" busy={act.busy} onClick={toggle}>
      {held === null ? 'Segurar os avisos' : 'Soltar os avisos'}
    </Button>
  )
}
