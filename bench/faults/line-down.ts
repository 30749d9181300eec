import pg from 'pg'
import { hourMs } from '../../contract/shared/durations.ts'
import { disconnectWhatsapp, setupPhoneConnection } from '../../contract/whatsapp/whatsapp.ts'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { enqueueMessage } from '../../server/whatsapp/messaging/enqueue-message.ts'
import { startMessageShop, type MessageShop } from './message-shop.ts'
import type { ProductOptions } from './product.ts'

export interface LineDown {
  readonly queued: number
  /** Their life ended while the line was down. */
  readonly expired: number
  readonly expiredSent: number
  readonly lost: number
  readonly doubled: number
  readonly outOfOrder: number
  /** From the line's return to the last message at the platform. */
  readonly drainSeconds: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const drainsWithinMs = 15 * 60_000

/**
 * A line is away for an hour while messages are queued, a third of them with a life of twenty minutes. The hour passes
 * by moving every moment that the line's tables hold back by an hour.
 */
export async function playLineDown(
  messages: number,
  talksEach: number,
  options: ProductOptions = {},
): Promise<LineDown> {
  const shop = await startMessageShop(talksEach, options)
  const owner = new pg.Pool({ connectionString: shop.product.ownerUrl, max: 1 })
  owner.on('error', () => {})
  try {
    const [line] = shop.lines
    if (!line) throw new Error('no line')
    const { storeId } = line
    await shop.call(disconnectWhatsapp, storeId, {})
    await queueAll(shop, storeId, messages)
    await passAnHour(owner)
    await shop.call(setupPhoneConnection, storeId, {
      body: {
        driver: 'cloud',
        number: '11988880000',
        method: 'embedded',
        meta: { phoneId: line.id, accountId: `9${line.id}`, token: 'EAAGsimulated' },
      },
    })
    const back = performance.now()
    await emptied(owner)
    const drainSeconds = Math.round((performance.now() - back) / 1_000)
    return { queued: messages, ...(await compared(shop, line.id, messages)), drainSeconds }
  } finally {
    await owner.end()
    await shop.stop()
  }
}

const livesShort = (number: number): boolean => number % 3 === 0

async function queueAll(shop: MessageShop, storeId: string, messages: number): Promise<void> {
  const database = await openDatabase(shop.product.ownerUrl, { role: 'balcao_app', max: 2 })
  const contacts = await withStoreScope(database.db, [storeId], (tx) =>
    tx.selectFrom('whatsapp_contacts').select('id').where('store_id', '=', storeId).orderBy('id').execute(),
  )
  for (let from = 0; from < messages; from += 100)
    await withStoreScope(database.db, [storeId], async (tx) => {
      const now = new Date()
      for (let number = from; number < Math.min(from + 100, messages); number += 1) {
        const lifeMs = livesShort(number) ? hourMs / 3 : 3 * hourMs
        const body = `Mensagem ${String(number)}`
        const contactId = contacts[number % contacts.length]?.id ?? ''
        await enqueueMessage(
          tx,
          storeId,
          {
            contactId,
            orderId: null,
            kind: livesShort(number) ? 'dispatched' : 'cancelled',
            key: body,
            content: { type: 'text', body },
            dueAt: now,
            expiresAt: new Date(now.getTime() + lifeMs),
          },
          now,
        )
      }
    })
  await database.close()
}

async function passAnHour(owner: pg.Pool): Promise<void> {
  for (const [table, columns] of Object.entries({
    outgoing_messages: ['created_at', 'due_at', 'expires_at'],
    outbox: ['due_at'],
    whatsapp_contacts: ['last_in_at', 'last_out_at'],
    whatsapp_lines: ['state_since', 'opened_at', 'last_in_at', 'last_out_at', 'read_at'],
  }))
    await owner.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '1 hour'`).join(', ')}`,
    )
}

async function emptied(owner: pg.Pool): Promise<void> {
  const until = Date.now() + drainsWithinMs
  while (Date.now() < until) {
    const { rows } = await owner.query<{ waiting: boolean }>(
      "select exists (select from outgoing_messages where state in ('queued', 'sending')) as waiting",
    )
    if (!rows[0]?.waiting) return
    await pause(200)
  }
}

async function compared(
  { control }: MessageShop,
  phoneId: string,
  messages: number,
): Promise<Omit<LineDown, 'queued' | 'drainSeconds'>> {
  const log = await control.readLog()
  const arrived = log.messages.filter(
    (one) => one.phoneId === phoneId && one.by === 'store' && one.text.startsWith('Mensagem '),
  )
  const numberOf = (text: string): number => Number(text.slice(9))
  const times = new Map<number, number>()
  for (const { text } of arrived) times.set(numberOf(text), (times.get(numberOf(text)) ?? 0) + 1)
  const all = Array.from({ length: messages }, (_, number) => number)
  let outOfOrder = 0
  for (const its of Map.groupBy(arrived, ({ waId }) => waId).values()) {
    const numbers = its.map(({ text }) => numberOf(text))
    outOfOrder += numbers.filter((number, at) => at > 0 && number < (numbers[at - 1] ?? 0)).length
  }
  return {
    expired: all.filter(livesShort).length,
    expiredSent: all.filter((number) => livesShort(number) && times.has(number)).length,
    lost: all.filter((number) => !livesShort(number) && !times.has(number)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    outOfOrder,
  }
}
