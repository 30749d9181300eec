import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startMessageShop, type MessageShop } from './message-shop.ts'
import type { ProductOptions } from './product.ts'

export interface MessagesPlay extends ProductOptions {
  readonly messages: number
  /** Of the server's process, by `kill -9`, spread evenly over the messages. */
  readonly kills: number
  readonly talksEach: number
}

export interface MessagesPlayed {
  readonly acknowledged: number
  /** Acknowledged, and neither at the platform, nor in the queue, nor put before a person. */
  readonly lost: number
  /** By their words, as a customer sees them. */
  readonly doubled: number
  /** By the business's own id, as the platform counts. */
  readonly doubledAtGraph: number
  /** Behind a later one of the same talk. */
  readonly outOfOrder: number
  readonly waiting: number
  /** Unconfirmed when the wait for a webhook ended: the product asks a person, and nothing is sent twice. */
  readonly askedOfPerson: number
  readonly kills: number
  readonly refusedCalls: number
  readonly seconds: number
  readonly deaths: number
  readonly gaveUp: readonly string[]
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** A part that ends ten times in a minute is given up. */
const killEveryMs = 7_500
const callers = 12
const quietWithinMs = 20 * 60_000

/** People of two stores answer their customers while the server is killed again and again. */
export async function playMessages(its: MessagesPlay): Promise<MessagesPlayed> {
  const shop = await startMessageShop(its.talksEach, its)
  const owner = new pg.Pool({ connectionString: shop.product.ownerUrl, max: 1 })
  owner.on('error', () => {})
  try {
    const began = performance.now()
    const before = (await shop.control.readCounts()).taken
    const load = sayAll(shop, its.messages)
    const kills = await killEvenly(shop, its, before)
    const { said, refused } = await load
    const waiting = await drained(owner)
    const asked = await wordsOf(owner, ['unsure'])
    const counts = await shop.control.readCounts()
    return {
      ...(await compared(shop, said, { waiting, asked })),
      waiting: waiting.size,
      askedOfPerson: asked.size,
      doubledAtGraph: counts.takenTwice,
      kills,
      refusedCalls: refused(),
      seconds: Math.round((performance.now() - began) / 1_000),
      deaths: shop.product.deaths(),
      gaveUp: shop.product.gaveUp,
    }
  } finally {
    await owner.end()
    await shop.stop()
  }
}

/** Each talk hears its messages one after the other; every one is repeated until it is acknowledged. */
async function sayAll(
  { talks, answer }: MessageShop,
  messages: number,
): Promise<{ readonly said: readonly string[]; refused: () => number }> {
  const said: string[] = []
  let next = 0
  let number = 0
  let refused = 0
  const busy = new Set<number>()
  const caller = async (): Promise<void> => {
    for (;;) {
      const turn = next
      next += 1
      if (turn >= messages) return
      const index = turn % talks.length
      while (busy.has(index)) await pause(5)
      busy.add(index)
      const text = `Mensagem ${String(number++)}`
      const key = randomUUID()
      const talk = talks[index]
      while (talk && !(await answer(talk, text, key))) {
        refused += 1
        await pause(200)
      }
      busy.delete(index)
      said.push(text)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return { said, refused: () => refused }
}

/** One after each equal part of the messages that the platform took. */
async function killEvenly(
  { product, control }: MessageShop,
  its: MessagesPlay,
  before: number,
): Promise<number> {
  for (let kill = 0; kill < its.kills; kill += 1) {
    const at = before + (its.messages * (kill + 0.5)) / its.kills
    const earliest = performance.now() + killEveryMs
    while ((await control.readCounts()).taken < at || performance.now() < earliest) await pause(100)
    product.killServer()
  }
  return its.kills
}

/** The texts that are queued or unconfirmed once nothing moves any more. */
async function drained(owner: pg.Pool): Promise<ReadonlySet<string>> {
  const until = Date.now() + quietWithinMs
  for (;;) {
    const words = await wordsOf(owner, ['queued', 'sending'])
    if (words.size === 0 || Date.now() > until) return words
    await pause(500)
  }
}

async function wordsOf(owner: pg.Pool, states: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ body: string }>(
    "select body from outgoing_messages where state = any ($1::text[]) and kind = 'person'",
    [states],
  )
  return new Set(rows.map(({ body }) => body))
}

async function compared(
  { control, lines }: MessageShop,
  said: readonly string[],
  { waiting, asked }: { readonly waiting: ReadonlySet<string>; readonly asked: ReadonlySet<string> },
): Promise<Pick<MessagesPlayed, 'acknowledged' | 'lost' | 'doubled' | 'outOfOrder'>> {
  const { messages } = await control.readLog()
  const arrived = messages.filter(({ by, text }) => by === 'store' && text.startsWith('Mensagem '))
  const times = new Map<string, number>()
  for (const { text } of arrived) times.set(text, (times.get(text) ?? 0) + 1)
  let outOfOrder = 0
  for (const line of lines)
    for (const its of Map.groupBy(
      arrived.filter(({ phoneId }) => phoneId === line.id),
      ({ waId }) => waId,
    ).values()) {
      const numbers = its.map(({ text }) => Number(text.slice(9)))
      outOfOrder += numbers.filter((number, at) => at > 0 && number < (numbers[at - 1] ?? 0)).length
    }
  return {
    acknowledged: said.length,
    lost: said.filter((text) => !times.has(text) && !waiting.has(text) && !asked.has(text)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    outOfOrder,
  }
}
