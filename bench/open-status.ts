import { v7 as uuidv7 } from 'uuid'
import { readChannels } from '../contract/stores/channels.ts'
import { headers } from '../contract/shared/headers.ts'
import { weekdays } from '../contract/stores/stores.ts'
import type { Deps } from '../server/deps.ts'
import { benchApp } from './bench-app.ts'
import { addBenchPerson, benchStore, withDirectoryAndStores } from './bench-store.ts'

/** Medians of one run, one store and a hundred in turn. */
export interface OpenStatusCost {
  /** A hundred stores ÷ one. Goal: ≤ 3. */
  readonly ratio: number
  readonly oneMs: number
  readonly hundredMs: number
}

const stores = 100
const rounds = 200

export async function measureOpenStatus(ownerUrl: string): Promise<OpenStatusCost> {
  const { app, deps, close } = await benchApp(ownerUrl)
  const { storeIds, token } = await addChain(deps)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const [one, hundred]: [number[], number[]] = [[], []]
  for (let round = -20; round < rounds; round += 1) {
    const times = [await timed(url, storeIds.slice(0, 1), token), await timed(url, storeIds, token)] as const
    if (round < 0) continue
    one.push(times[0])
    hundred.push(times[1])
  }
  await close()
  const [oneMs, hundredMs] = [median(one), median(hundred)]
  return { ratio: Math.round((hundredMs / oneMs) * 100) / 100, oneMs, hundredMs }
}

async function timed(url: string, storeIds: readonly string[], token: string): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(`${url}/api${readChannels.path}?selection=${storeIds.join(',')}`, {
    headers: { [headers.userToken]: token },
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`open status answered ${reply.status}`)
  return performance.now() - begun
}

/** Each store with a week of two shifts a day, a special day, a break and a marketplace that was seen a moment ago. */
async function addChain(
  deps: Deps,
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
  const token = await withDirectoryAndStores(deps, storeIds, async (tx) => {
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
      .insertInto('channel_wishes')
      .values(
        storeIds.map((id) => ({
          store_id: id,
          platform: 'ifood',
          merchant_id: id,
          kind: 'hours',
          version: 1,
          origin: 'here',
          wished: JSON.stringify(shifts),
          wished_at: now,
          seen: JSON.stringify(shifts),
          seen_at: now,
          seen_since: now,
          proved_at: now,
          look_at: now,
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
    return addBenchPerson(tx, deps.keyring, { storeIds, role: 3 })
  })
  return { storeIds, token }
}

const median = (times: readonly number[]): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0) * 100) / 100
