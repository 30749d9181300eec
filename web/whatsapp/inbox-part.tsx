import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { readConversations, type ConversationView } from '../../contract/whatsapp/conversations.ts'
import { errorSentence } from '../api/api-error.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { useLive } from '../live/live-stream.ts'
import { Pill } from '../ui/pill.tsx'
import { ago, money, plural } from '../words/format.ts'
import { ConversationDialog } from './conversation-dialog.tsx'
import { nameOf } from './conversation-words.rules.ts'
import styles from './whatsapp-tab.module.css'

/** Customers who wait for a person, the longest waiting first. */
export function InboxPart({ store }: { readonly store: Store }) {
  const query = useQuery({
    ...queryFor(readConversations, {}, { storeId: store.id }),
    refetchInterval: 15_000,
  })
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'store') void refresh(readConversations)
    }, []),
  )
  const [openId, setOpenId] = useState<string | null>(null)
  const conversations = query.data?.conversations ?? []
  return (
    <section className={styles.part} aria-label="Conversas com uma pessoa">
      <div>
        <h2>Esperam uma pessoa</h2>
        <p className={styles.quiet} role="status">
          {query.data
            ? conversations.length === 0
              ? 'Ninguém espera. Quem pedir uma pessoa aparece aqui.'
              : `${plural(conversations.length, 'cliente espera', 'clientes esperam')} resposta sua.`
            : query.error
              ? errorSentence(query.error)
              : 'Lendo as conversas…'}
        </p>
      </div>
      {conversations.length > 0 ? (
        <ul className={styles.inbox}>
          {conversations.map((one) => (
            <Row key={one.conversationId} one={one} onOpen={() => setOpenId(one.conversationId)} />
          ))}
        </ul>
      ) : null}
      {openId ? (
        <ConversationDialog store={store} conversationId={openId} onClose={() => setOpenId(null)} />
      ) : null}
    </section>
  )
}

function Row({ one, onOpen }: { readonly one: ConversationView; readonly onOpen: () => void }) {
  const now = useNow(15_000)
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <span>
          <b>{nameOf(one)}</b>
          <small>{one.lastText}</small>
        </span>
        <span className={styles.rowEnd}>
          {one.draftCents > 0 ? <span>{money(one.draftCents)}</span> : null}
          {one.personName ? (
            <Pill tone="plain">{one.mine ? 'com você' : `com ${one.personName}`}</Pill>
          ) : null}
          <small>{one.lastAt ? ago(one.lastAt, now) : ''}</small>
        </span>
      </button>
    </li>
  )
}
