import { settleMessage, type UnconfirmedMessage } from '../../../contract/whatsapp/conversations.ts'
import { ask } from '../../api/ask.ts'
import { knownStores, useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime, plural } from '../../words/format.ts'
import { refreshChats } from './chats-data.ts'
import { nameOf } from './conversation-words.rules.ts'
import { Refusal } from '../refusal.tsx'
import { useAct } from '../whatsapp-data.ts'
import styles from './unconfirmed.module.css'

/** Messages given to WhatsApp that it never confirmed: only a person can tell whether they were sent. */
export const UnconfirmedList = ({ messages }: { readonly messages: readonly UnconfirmedMessage[] }) => (
  <section className={styles.list} aria-labelledby="unconfirmed">
    <h2 id="unconfirmed">{plural(messages.length, 'mensagem em dúvida', 'mensagens em dúvida')}</h2>
    <p>
      O WhatsApp recebeu e não confirmou. Veja no celular da loja, ou pergunte ao cliente, e diga o que houve.
      Sem resposta, nada sai de novo.
    </p>
    <ul>
      {messages.map((one) => (
        <Row key={one.messageId} one={one} />
      ))}
    </ul>
  </section>
)

function Row({ one }: { readonly one: UnconfirmedMessage }) {
  const { storeId, messageId, text, at, endsAt } = one
  const timezone = useTimezone(storeId)
  const store = knownStores().length > 1 ? knownStores().find(({ id }) => id === storeId) : undefined
  return (
    <li>
      <b>{nameOf(one)}</b>
      <p className={styles.words}>{text}</p>
      <small>
        {[store?.name, `das ${clockTime(at, timezone)}`, `vale até ${clockTime(endsAt, timezone)}`]
          .filter(Boolean)
          .join(' · ')}
      </small>
      <ConfirmationButtons storeId={storeId} messageId={messageId} whose={nameOf(one)} />
    </li>
  )
}

/** The two answers, or the outcome, if another user answered first. */
export function ConfirmationButtons({
  storeId,
  messageId,
  whose,
}: {
  readonly storeId: string
  readonly messageId: string
  readonly whose: string
}) {
  const act = useAct()
  const answer = (went: boolean) =>
    void act.run(async () => {
      try {
        await ask(settleMessage, { params: { messageId }, body: { went } }, { storeId })
      } finally {
        await refreshChats()
      }
    })
  return (
    <div className={styles.answers} role="group" aria-label={`A mensagem a ${whose} saiu?`}>
      <Button variant="quiet" busy={act.busy} onClick={() => answer(true)}>
        Já saiu
      </Button>
      <Button variant="soft" busy={act.busy} onClick={() => answer(false)}>
        Enviar de novo
      </Button>
      <Refusal words={act.refusal} />
    </div>
  )
}
