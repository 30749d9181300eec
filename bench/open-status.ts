import { v7 as uuidv7 } from 'uuid'
import { readChannels } from '../contract/stores/channels.ts'
import { headers } from '../contract/shared/headers.ts'
import { selectionText } from '../contract/shared/selection.ts'
import { weekdays } from '../contract/stores/stores.ts'
import { openDatabase } from '../server/db/pool.ts'
import { withDirectoryAndStores } from '../server/db/scope.ts'
import { loadKeyring } from '../server/identity/embedded/keyring.ts'
import { addBenchPerson, benchStore } from './bench-store.ts'
import { startServer } from './live-streams.ts'

/** Medians of one run, one store and a hundred in turn. */
export interface OpenStatusCost {
  /** A hundred stores ÷ one. Goal: ≤ 3. */
  readonly ratio: number
  readonly oneMs: number
  readonly hundredMs: number
}

const stores = 100
const rounds = 200

export async function measureOpenStatus(ownerUrl: string, port: number): Promise<OpenStatusCost> {
  const { storeIds, token } = await addChain(ownerUrl)
  const server = await startServer(ownerUrl, port, {})
  try {
    const ask = (ids: readonly string[]) => timed(port, ids, token)
    const [one, hundred]: [number[], number[]] = [[], []]
    for (let round = -20; round < rounds; round += 1) {
      const times = [await ask(storeIds.slice(0, 1)), await ask(storeIds)] as const
      if (round < 0) continue
      one.push(times[0])
      hundred.push(times[1])
    }
    const [oneMs, hundredMs] = [median(one), median(hundred)]
    return { ratio: Math.round((hundredMs / oneMs) * 100) / 100, oneMs, hundredMs }
  } finally {
    await server.stop()
  }
}

async function timed(port: number, storeIds: readonly string[], token: string): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(
    `http://127.0.0.1:${port}/api${readChannels.path}?selection=${selectionText(storeIds)}`,
    { headers: { [headers.userToken]: token } },
  )
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`open status answered ${reply.status}`)
  return performance.now() - begun
}

/** Each store with a week of two shifts a day, a special day, a break and a marketplace that was seen a moment ago. */
async function addChain(
  ownerUrl: string,
): Promise<{ readonly storeIds: readonly string[]; readonly token: string }> {
  const storeIds = Array.from({ length: stores }, () => uuidv7())
  const now = new Date()
  const week = weekdays.flatMap((weekday) => [
    { weekday, start: '11:00', end: '15:00' },
    { weekday, start: '18:00', end: '02:00' },
  ])
  const shifts = week.map(({ weekday, start }) => ({ weekday, start, minutes: 240 }))
  const health = {
    available: true,
    said: null,
    failed: [],
    reopenable: true,
    pauses: [],
    since: now.toISOString(),
    checkedAt: now.toISOString(),
  }
  const db = openDatabase(ownerUrl, { max: 2 })
  try {
    const keyring = await loadKeyring(db)
    const token = await withDirectoryAndStores(db, storeIds, async (tx) => {
      await tx
        .insertInto('stores')
        .values(storeIds.map((id) => ({ ...benchStore(id), opening_hours: JSON.stringify(week) })))
        .execute()
      await tx
        .insertInto('integrations')
        .values(
          storeIds.map((id) => ({
            store_id: id,
            type: 'ifood',
            merchant_id: id,
            last_polled_at: now,
            health: JSON.stringify(health),
          })),
        )
        .execute()
      await tx
        .insertInto('channel_hours')
        .values(
          storeIds.map((id) => ({
            store_id: id,
            merchant_id: id,
            seen: JSON.stringify(shifts),
            seen_at: now,
          })),
        )
        .execute()
      await tx
        .insertInto('special_days')
        .values(
          storeIds.map((id) => ({
            store_id: id,
            day: '2090-12-25',
            name: 'Natal',
            kind: 'closed',
            saved_at: now,
          })),
        )
        .execute()
      return addBenchPerson(tx, keyring, { storeIds, role: 3 })
    })
    return { storeIds, token }
  } finally {
    await db.destroy()
  }
}

const median = (times: readonly number[]): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) * 100) / 100
