import { Link } from '@tanstack/react-router'
import type { ConversationView } from '../../../contract/whatsapp/conversations.ts'
import { useTick } from '../../browser/ticks.ts'
import { Awning } from '../../marks/awning.tsx'
import { knownStores, markOf } from '../../stores/store-facts.ts'
import { ago, money } from '../../words/format.ts'
import { isOver, nameOf, personWords, reasonWords, waitOf } from './conversation-words.rules.ts'
import styles from './conversations-page.module.css'

/** Waiting customers first, longest wait on top; then the others. */
export function ChatList({
  conversations,
  shown,
  found = false,
}: {
  readonly conversations: readonly ConversationView[]
  readonly shown: string | undefined
  /** What a search found: a part without any has no heading. */
  readonly found?: boolean
}) {
  const waiting = conversations.filter(({ waitsSince }) => waitsSince !== null)
  const others = conversations.filter(
    ({ waitsSince, personSince }) => waitsSince === null && personSince !== null,
  )
  const automatic = conversations.filter(({ personSince }) => personSince === null)
  return (
    <div className={styles.lists}>
      {found && waiting.length === 0 ? null : (
        <section aria-labelledby="waiting">
          <h2 id="waiting">
            Esperam uma pessoa {waiting.length > 0 ? <b className={styles.count}>{waiting.length}</b> : null}
          </h2>
          {waiting.length === 0 ? (
            <p className={styles.quiet}>Ninguém espera agora.</p>
          ) : (
            <Rows of={waiting} shown={shown} />
          )}
        </section>
      )}
      {others.length > 0 ? (
        <section aria-labelledby="answered">
          <h2 id="answered">Com a equipe</h2>
          <Rows of={others} shown={shown} />
        </section>
      ) : null}
      {automatic.length > 0 ? (
        <section aria-labelledby="automatic">
          <h2 id="automatic">Com o Balcão</h2>
          <Rows of={automatic} shown={shown} />
        </section>
      ) : null}
    </div>
  )
}

const Rows = ({
  of,
  shown,
}: {
  readonly of: readonly ConversationView[]
  readonly shown: string | undefined
}) => (
  <ul>
    {of.map((one) => (
      <Row key={one.conversationId} one={one} current={one.conversationId === shown} />
    ))}
  </ul>
)

function Row({ one, current }: { readonly one: ConversationView; readonly current: boolean }) {
  const { storeId, conversationId, lastText, draftCents } = one
  const time = useTick((now) => timeOf(one, now))
  const long = useTick((now) => waitOf(one, now)?.long ?? false)
  const several = knownStores().length > 1
  const store = several ? knownStores().find(({ id }) => id === storeId) : undefined
  const more = [
    store?.name,
    reasonWords(one),
    personWords(one),
    draftCents > 0 ? `pedido de ${money(draftCents)}` : null,
    one.held ? 'avisos segurados' : null,
  ]
  return (
    <li>
      <Link
        to="/conversas"
        search={{ conversa: conversationId, loja: storeId }}
        aria-current={current ? 'true' : undefined}
        className={styles.row}
      >
        <b>
          {one.waitsSince !== null && one.personName === null ? <i className={styles.unread} /> : null}
          {nameOf(one)}
        </b>
        <span className={styles.time} data-long={long || undefined}>
          {time}
        </span>
        <span className={styles.last}>{lastText}</span>
        <small>
          {store ? <Awning mark={markOf(storeId)} size={14} /> : null}
          <span>{more.filter(Boolean).join(' · ')}</span>
        </small>
      </Link>
    </li>
  )
}

function timeOf(one: ConversationView, now: Date): string {
  const wait = waitOf(one, now)
  if (wait) return wait.words
  if (isOver(one, now)) return 'passou de 24\u00a0h'
  return one.lastAt ? ago(one.lastAt, now) : ''
}
