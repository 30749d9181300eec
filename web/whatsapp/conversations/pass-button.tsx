import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passConversation, readColleagues } from '../../../contract/whatsapp/conversations.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor } from '../../api/query.ts'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'
import { useAct } from '../whatsapp-data.ts'
import { Refusal } from '../refusal.tsx'
import { refreshChats, type ThreadData } from './chats-data.ts'
import styles from './thread.module.css'

/** "Passar para…": a colleague has the conversation from now on. */
export function PassButton({ data }: { readonly data: ThreadData }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Passar para…
      </Button>
      {open ? <PassDialog data={data} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function PassDialog({
  data: { conversation },
  onClose,
}: {
  readonly data: ThreadData
  readonly onClose: () => void
}) {
  const { conversationId, storeId } = conversation
  const params = { conversationId }
  const query = useQuery(queryFor(readColleagues, { params }, { storeId }))
  const act = useAct()
  const pass = async (uid: string, name: string) => {
    const done = await act.run(() => ask(passConversation, { params, body: { uid } }, { storeId }))
    await refreshChats()
    if (!done) return
    notify(`A conversa está com ${name}.`)
    onClose()
  }
  const colleagues = query.data?.colleagues ?? []
  return (
    <Dialog title="Passar a conversa para" onClose={onClose}>
      {query.error ? (
        <p role="alert">{errorSentence(query.error)}</p>
      ) : query.isPending ? (
        <Skeleton height={120} />
      ) : colleagues.length === 0 ? (
        <Muted>Não há outra pessoa na equipe desta loja. Convide em Ajustes, na Equipe.</Muted>
      ) : (
        <ul className={styles.colleagues}>
          {colleagues.map(({ uid, name, conversations }) => (
            <li key={uid}>
              <button
                type="button"
                aria-disabled={act.busy || undefined}
                onClick={() => void pass(uid, name)}
              >
                <b>{name}</b>
                <span>{conversations === 0 ? 'livre' : plural(conversations, 'conversa', 'conversas')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Refusal words={act.refusal} />
    </Dialog>
  )
}
