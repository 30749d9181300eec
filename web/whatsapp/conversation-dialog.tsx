import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Store } from '../../contract/stores/stores.ts'
import {
  answerConversation,
  handBackConversation,
  readConversation,
  readConversations,
  takeConversation,
  type ChatMessage,
  type ConversationView,
} from '../../contract/whatsapp/conversations.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { clockTime, money } from '../words/format.ts'
import { Refusal } from './connect-part.tsx'
import { nameOf } from './conversation-words.rules.ts'
import { useAct } from './whatsapp-data.ts'
import styles from './whatsapp-tab.module.css'

interface ConversationDialogProps {
  readonly store: Store
  readonly conversationId: string
  readonly onClose: () => void
}

/** One customer's chat: what was said, what is ordered so far, and the words of a person. */
export function ConversationDialog({ store, conversationId, onClose }: ConversationDialogProps) {
  const params = { conversationId }
  const query = useQuery({
    ...queryFor(readConversation, { params }, { storeId: store.id }),
    refetchInterval: 5_000,
  })
  const { data } = query
  return (
    <Dialog title={data ? nameOf(data.conversation) : 'Conversa'} onClose={onClose}>
      {data ? (
        <Thread store={store} conversation={data.conversation} messages={data.messages} onClose={onClose} />
      ) : query.error ? (
        <p role="alert">{errorSentence(query.error)}</p>
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

function Thread({
  store,
  conversation,
  messages,
  onClose,
}: {
  readonly store: Store
  readonly conversation: ConversationView
  readonly messages: readonly ChatMessage[]
  readonly onClose: () => void
}) {
  const act = useAct()
  const [text, setText] = useState('')
  const params = { conversationId: conversation.conversationId }
  const at = { storeId: store.id }
  const run = (work: () => Promise<unknown>) =>
    act.run(async () => {
      try {
        await work()
      } finally {
        await Promise.all([readConversation, readConversations].map(refresh))
      }
    })
  const answer = async () => {
    const key = crypto.randomUUID()
    const done = await run(() =>
      ask(answerConversation, { params, body: { text: text.trim() } }, { ...at, idempotencyKey: key }),
    )
    if (done) setText('')
  }
  const handBack = async () => {
    if (await run(() => ask(handBackConversation, { params }, at))) onClose()
  }
  const now = useNow(15_000)
  const over = conversation.windowEndsAt === null || new Date(conversation.windowEndsAt) <= now
  return (
    <div className={styles.dialog}>
      <ol className={styles.thread} aria-label="Mensagens">
        {messages.map((one) => (
          <Message key={one.id} message={one} timezone={store.address.timezone} />
        ))}
      </ol>
      {conversation.draft.length > 0 ? (
        <div className={styles.draft}>
          <b>Pedido até agora · {money(conversation.draftCents)}</b>
          <ul>
            {conversation.draft.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {over ? (
        <p className={styles.quiet}>
          Passaram 24 horas da última mensagem do cliente: o WhatsApp não deixa escrever. Ligue, ou espere ele
          chamar.
        </p>
      ) : (
        <TextArea
          label="Sua mensagem"
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <Refusal words={act.refusal} />
      <DialogFoot>
        {conversation.mine || conversation.personName ? (
          <Button variant="ghost" busy={act.busy} onClick={() => void handBack()}>
            Devolver ao Balcão
          </Button>
        ) : (
          <Button
            variant="ghost"
            busy={act.busy}
            onClick={() => void run(() => ask(takeConversation, { params }, at))}
          >
            Eu atendo
          </Button>
        )}
        {over ? null : (
          <Button
            variant="primary"
            busy={act.busy}
            disabledReason={text.trim() === '' ? 'Escreva a mensagem.' : null}
            onClick={() => void answer()}
          >
            Enviar
          </Button>
        )}
      </DialogFoot>
    </div>
  )
}

const byWords: Readonly<Record<ChatMessage['by'], string>> = {
  customer: 'Cliente',
  store: 'Balcão',
  person: 'Equipe',
  owner: 'Celular da loja',
}

const stateWords: Partial<Readonly<Record<NonNullable<ChatMessage['state']>, string>>> = {
  queued: 'na fila',
  sending: 'saindo',
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
  failed: 'não saiu',
  cancelled: 'cancelada',
  expired: 'venceu',
}

function Message({
  message: { by, at, text, state },
  timezone,
}: {
  readonly message: ChatMessage
  readonly timezone: string
}) {
  return (
    <li data-by={by === 'customer' ? 'customer' : 'store'}>
      <p>{text}</p>
      <small>
        {byWords[by]}, {clockTime(at, timezone)}
        {state ? ` · ${stateWords[state] ?? ''}` : ''}
      </small>
    </li>
  )
}
