import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import type { StoreRow } from '../stores/stores.ts'
import { chatsNow, linesNow, unconfirmedMessages, waitsFor } from '../whatsapp/whatsapp.ts'
import { waits } from './rank-needs.rules.ts'

/** One of each store: a customer waits as long as an order of the store's own may. */
export async function chatNeeds(
  tx: Transaction<Cell>,
  rows: readonly StoreRow[],
  { uid, now }: { readonly uid: string; readonly now: Date },
) {
  const all = await chatsNow(
    tx,
    rows.map(({ store }) => store.id),
    now,
  )
  return rows.flatMap(({ store }) => {
    const waiting = all
      .filter((chat) => chat.storeId === store.id && waitsFor(chat, uid))
      .toSorted((a, b) => Number(a.waitsSince) - Number(b.waitsSince))
    const [first] = waiting
    if (!first?.waitsSince) return []
    const { conversationId, name, phone, ordering, waitsSince: since } = first
    const deadline = new Date(since.getTime() + store.acceptWithinMinutes * 60_000)
    return [
      {
        kind: 'chats' as const,
        ...waits(`chats ${store.id}`, store.id, { deadline, since }),
        count: waiting.length,
        chat: { conversationId, name, phone, ordering },
      },
    ]
  })
}

/** Of managers: only they connect a line. One that comes back on its own is no need until its messages are stuck. */
export async function lineNeeds(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  { loss, now }: { readonly loss: (storeId: string, platform: string) => number; readonly now: Date },
) {
  return (await linesNow(tx, storeIds, now)).flatMap(({ storeId, state, cause, trouble, stuck, since }) =>
    trouble === 'down' || (trouble === 'slow' && stuck > 0)
      ? [
          {
            kind: 'line' as const,
            ...waits(`line ${storeId}`, storeId, { since, lossPerHour: loss(storeId, 'whatsapp') }),
            line: { state, cause, trouble, stuck },
          },
        ]
      : [],
  )
}

/** One of each store: messages that only a person can settle, before they are out of place. */
export async function unconfirmedNeeds(tx: Transaction<Cell>, storeIds: readonly string[], now: Date) {
  const byStore = Map.groupBy(await unconfirmedMessages(tx, storeIds, now), ({ storeId }) => storeId)
  return [...byStore].flatMap(([storeId, messages]) => {
    const [first] = messages
    if (!first) return []
    const ends = messages.map(({ endsAt }) => Date.parse(endsAt))
    return [
      {
        kind: 'unsure' as const,
        ...waits(`unsure ${storeId}`, storeId, {
          deadline: new Date(Math.min(...ends)),
          since: new Date(first.at),
        }),
        count: messages.length,
        to: { name: first.name, phone: first.phone },
      },
    ]
  })
}
