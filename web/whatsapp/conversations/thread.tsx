import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  answerConversation,
  handBackConversation,
  sendOrderNotice,
  takeConversation,
} from '../../../contract/whatsapp/conversations.ts'
import { ask } from '../../api/ask.ts'
import { useTick } from '../../browser/ticks.ts'
import { useNow } from '../../browser/clock.ts'
import { Row } from '../../kit/layout.tsx'
import { codeName, storeName, useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { money, phoneText } from '../../words/format.ts'
import { refreshChats, type ThreadData } from './chats-data.ts'
import { Composer } from './composer.tsx'
import { HeldNote, HoldButton } from './hold-part.tsx'
import { Refusal } from '../refusal.tsx'
import {
  historyWords,
  isOver,
  nameOf,
  orderState,
  orderWords,
  personWords,
  reasonWords,
  threadRows,
  waitOf,
} from './conversation-words.rules.ts'
import { useKeptText } from './kept-text.ts'
import { OrderNotice } from './order-notice.tsx'
import { OwnAnswersButton } from './own-answers.tsx'
import { PassButton } from './pass-button.tsx'
import { firstName, timeLeft, type TalkFacts } from './quick-answers.rules.ts'
import { Message } from './thread-message.tsx'
import { useAct } from '../whatsapp-data.ts'
import { WindowStrip } from './window-strip.tsx'
import styles from './thread.module.css'

interface ThreadProps {
  readonly data: ThreadData
  /** The line is down: messages wait. */
  readonly lineDown: boolean
  /** The control that closes it, beside the name. */
  readonly leave?: ReactNode
  /** The dialog has its own title. */
  readonly titled?: boolean
  /** The order has a place beside the talk. */
  readonly beside?: boolean
}

/** One customer's chat: the customer, the messages, the order so far, and the field to answer. */
export function Thread({ data, lineDown, leave = null, titled = false, beside = false }: ThreadProps) {
  const { conversation, messages } = data
  const now = useNow(15_000)
  const writing = useWriting(data)
  const timezone = useTimezone(conversation.storeId)
  const rows = threadRows(messages, { personSince: conversation.personSince, timezone, now })
  const list = useAtTheEnd(messages.at(-1)?.id)
  return (
    <div className={styles.thread}>
      <Head data={data} leave={leave} titled={titled} beside={beside} />
      <ol className={styles.messages} aria-label="Mensagens" ref={list} tabIndex={0}>
        {rows.map((row) =>
          row.kind === 'message' ? (
            <Message
              key={row.key}
              message={row.message}
              timezone={timezone}
              of={conversation}
              onAgain={
                writing.mayWrite ? () => void writing.send(row.message.text, crypto.randomUUID()) : null
              }
            />
          ) : (
            <li key={row.key} className={styles.mark}>
              <span>{row.kind === 'day' ? row.words : stopWords(conversation)}</span>
            </li>
          ),
        )}
      </ol>
      {conversation.draft.length > 0 ? (
        <details className={styles.draft}>
          <summary>
            <b>Pedido começado</b> <span>{money(conversation.draftCents)}</span>
          </summary>
          <ul>
            {conversation.draft.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      ) : null}
      <Foot data={data} writing={writing} over={isOver(conversation, now)} lineDown={lineDown} />
    </div>
  )
}

function stopWords(conversation: ThreadData['conversation']): string {
  const why = reasonWords(conversation)
  return why ? `o Balcão parou aqui: ${why}` : 'daqui em diante responde uma pessoa'
}

function Head({
  data,
  leave,
  titled,
  beside,
}: Required<Pick<ThreadProps, 'data' | 'leave' | 'titled' | 'beside'>>) {
  const { conversation, customer } = data
  const { phone, storeId } = conversation
  const { openOrder } = customer
  const wait = useTick((now) => waitOf(conversation, now)?.words ?? '')
  const late = useTick((now) => waitOf(conversation, now)?.long ?? false)
  const order = useTick((now) => (openOrder ? orderWords(openOrder, now) : ''))
  const waiting = wait ? (
    <p className={styles.wait} data-long={late || undefined}>
      {wait}
    </p>
  ) : null
  return (
    <div className={styles.head}>
      {titled ? null : (
        <div className={styles.who}>
          {leave}
          <h2>{nameOf(conversation)}</h2>
          {waiting}
        </div>
      )}
      <div className={styles.about}>
        {[
          phone ? (
            <a key="phone" href={`tel:+${phone}`}>
              {conversation.name?.trim() ? phoneText(`+${phone}`) : 'Ligar'}
            </a>
          ) : null,
          <span key="orders">{historyWords(customer)}</span>,
          customer.district ? <span key="district">{customer.district}</span> : null,
          personWords(conversation) ? <span key="person">{personWords(conversation)}</span> : null,
        ]}
        {titled ? waiting : null}
      </div>
      {openOrder && !beside ? (
        <Link className={styles.order} to="/menu/orders" search={{ pedido: openOrder.id, loja: storeId }}>
          <Icon name="order" size={18} />
          <span>
            <b>{codeName({ displayId: openOrder.displayId, storeId })}</b> {order}
          </span>
        </Link>
      ) : null}
    </div>
  )
}

type Writing = ReturnType<typeof useWriting>

function useWriting({ conversation }: ThreadData) {
  const act = useAct()
  const text = useKeptText(conversation.conversationId)
  const params = { conversationId: conversation.conversationId }
  const at = { storeId: conversation.storeId }
  const run = (work: () => Promise<unknown>) =>
    act.run(async () => {
      try {
        await work()
      } finally {
        await refreshChats()
      }
    })
  const others = conversation.personName !== null && !conversation.mine
  return {
    busy: act.busy,
    refusal: act.refusal,
    text,
    mayWrite: conversation.personSince !== null && !others,
    send: (words: string, key: string) =>
      run(() => ask(answerConversation, { params, body: { text: words } }, { ...at, idempotencyKey: key })),
    sendNotice: (key: string) => run(() => ask(sendOrderNotice, { params }, { ...at, idempotencyKey: key })),
    take: () => run(() => ask(takeConversation, { params }, at)),
    handBack: () => run(() => ask(handBackConversation, { params }, at)),
  }
}

/** What quick answers can say of this talk, by the clock of the press. */
const factsOf =
  ({ conversation: { name, storeId }, customer: { openOrder } }: ThreadData) =>
  (): TalkFacts => ({
    nome: firstName(name),
    pedido: openOrder ? codeName({ displayId: openOrder.displayId, storeId }) : null,
    loja: storeName(storeId) || null,
    situação: openOrder ? orderState(openOrder) : null,
    tempo: openOrder ? timeLeft(openOrder.promisedAt, new Date()) : null,
  })

interface FootProps {
  readonly data: ThreadData
  readonly writing: Writing
  readonly over: boolean
  readonly lineDown: boolean
}

/** What a person can do with the conversation, or why nothing can be done. */
function Foot({ data, writing, over, lineDown }: FootProps) {
  const { conversation } = data
  const { personSince, personName, phone } = conversation
  return (
    <div className={styles.foot}>
      <HeldNote data={data} />
      {personSince === null ? (
        <p className={styles.quiet}>O Balcão atende esta conversa. Se você assumir, ele se cala.</p>
      ) : !writing.mayWrite ? (
        <p className={styles.quiet}>
          {personName} está nesta conversa e pode passar para você. Se não puder, devolva ao Balcão e assuma.
        </p>
      ) : over ? (
        <WindowOver data={data} writing={writing} />
      ) : (
        <>
          {lineDown ? (
            <p className={styles.warning}>
              O WhatsApp da loja está fora do ar. O que você mandar espera até uma hora; se for urgente,
              ligue.
            </p>
          ) : null}
          <Composer
            writing={writing}
            quick={{
              facts: factsOf(data),
              own: data.quickAnswers.answers,
            }}
            takes={personName === null}
          />
          <WindowStrip conversation={conversation} />
        </>
      )}
      <Refusal words={writing.refusal} />
      <Row wrap gap={8} className={styles.acts}>
        {personSince === null ? (
          <Button variant="primary" busy={writing.busy} onClick={() => void writing.take()}>
            Assumir a conversa
          </Button>
        ) : (
          <>
            <Button variant="quiet" busy={writing.busy} onClick={() => void writing.handBack()}>
              Devolver ao Balcão
            </Button>
            {personName === null && !over ? (
              <Button variant="soft" busy={writing.busy} onClick={() => void writing.take()}>
                Assumir a conversa
              </Button>
            ) : null}
          </>
        )}
        {personName === null || conversation.mine ? <PassButton data={data} /> : null}
        {writing.mayWrite && !over ? (
          <OwnAnswersButton storeId={conversation.storeId} kept={data.quickAnswers} />
        ) : null}
        <HoldButton data={data} />
        {over && phone ? (
          <a className={styles.call} href={`tel:+${phone}`}>
            <Icon name="phone" size={18} /> Ligar
          </a>
        ) : null}
      </Row>
    </div>
  )
}

/** A day after the customer wrote: only the text that was approved for it may leave. */
function WindowOver({ data, writing }: Pick<FootProps, 'data' | 'writing'>) {
  return (
    <>
      <p className={styles.quiet}>
        Passaram 24 horas da última mensagem do cliente e o WhatsApp não deixa escrever.{' '}
        {data.conversation.phone
          ? 'Ligue para ele, ou devolva ao Balcão.'
          : 'Espere ele chamar, ou devolva ao Balcão.'}{' '}
        Os avisos do pedido ainda saem.
      </p>
      {data.orderNotice ? <OrderNotice notice={data.orderNotice} writing={writing} /> : null}
    </>
  )
}

/** Scrolls to the newest message when it arrives. */
function useAtTheEnd(newest: string | undefined) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [newest])
  return list
}
