import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readOpenStatus } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { feira } from '../testing/marketplaces/feira/feira.ts'
import { readChannelHealth } from './channel-health.ts'
import { requireFacet, type Marketplace } from './marketplace.ts'
import { MarketplaceError } from './marketplace-error.ts'
import { pollMarketplaces } from './poll.ts'

const platform = 'ifood'
const merchants = Array.from({ length: 30 }, (_, index) => `m-${String(index).padStart(2, '0')}`)
const failing = 'm-07'
const hanging = 'm-21'
const healthy = merchants.filter((id) => id !== failing && id !== hanging)

let app: TestApp
let person: Person
let polls: string[][] = []
let down = false
const stores = new Map<string, string>()

/** Fails for every call that names one merchant, and never answers a call that names another. */
const answer = async (ids: readonly string[], signal?: AbortSignal): Promise<void> => {
  if (down || ids.includes(failing)) throw new MarketplaceError(platform, 'unreachable', '500')
  if (!ids.includes(hanging)) return
  await new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new MarketplaceError(platform, 'unreachable', 'hangs')))
  })
}

beforeAll(async () => {
  const plain = feira('http://127.0.0.1:9')
  const connect: typeof plain.connect = (...parts): Marketplace => {
    const marketplace = plain.connect(...parts)
    return {
      ...marketplace,
      platform,
      polling: {
        ...requireFacet(marketplace, 'polling'),
        maxMerchants: 100,
        poll: async (ids, signal) => {
          polls.push([...ids])
          await answer(ids, signal)
          return []
        },
      },
      status: {
        read: async (id, signal) => {
          await answer([id], signal)
          return { available: true, said: null, failed: [], reopenable: true }
        },
      },
    }
  }
  app = await testApp({}, [{ ...plain, platform, connect }])
  for (const id of merchants) stores.set(id, await app.addStore({ name: id, merchantId: id }))
  person = await app.addPerson('owner', Object.fromEntries([...stores.values()].map((id) => [id, 'owner'])))
})
afterAll(() => app.close())
beforeEach(() => {
  polls = []
})

async function heartbeats(): Promise<ReadonlyMap<string, Date | null>> {
  const rows = await withStoreScope(app.db, [...stores.values()], (tx) =>
    tx.selectFrom('integrations').select(['merchant_id', 'last_polled_at']).execute(),
  )
  return new Map(rows.map((row) => [row.merchant_id, row.last_polled_at]))
}

const reasonsOf = async (merchant: string) => {
  const params = { storeId: stores.get(merchant) ?? '' }
  const { reasons } = (await app.call(person, readOpenStatus, { params })).data
  return reasons.flatMap((reason) => (reason.channel ? [reason.code] : []))
}

test('a failing merchant and a hanging one do not affect the others, and are polled alone afterwards', async () => {
  const started = Date.now()
  await pollMarketplaces(app.deps)
  const first = await heartbeats()
  for (const id of healthy) expect((first.get(id)?.getTime() ?? 0) - started, id).toBeLessThan(4_500)
  expect([first.get(failing), first.get(hanging)]).toEqual([null, null])
  polls = []
  await pollMarketplaces(app.deps)
  expect(polls.toSorted((a, b) => b.length - a.length)).toEqual([healthy, [failing], [hanging]])
})

test('a marketplace that is down is not polled merchant by merchant', async () => {
  down = true
  await pollMarketplaces(app.deps)
  down = false
  // The group, its ten parts, and the two that failed before.
  expect(polls).toHaveLength(13)
})

test('a failing status of one merchant does not delay the others’, and an old status is unknown', async () => {
  await readChannelHealth(app.deps)
  const later = new Date(Date.now() + 80_000)
  app.setClock(later)
  await pollMarketplaces(app.deps)
  expect(await reasonsOf('m-00')).toEqual([])
  app.setClock(new Date(later.getTime() + 60_000))
  expect(await reasonsOf('m-00')).toEqual(['channel-unknown'])
  await readChannelHealth(app.deps)
  expect(await reasonsOf('m-00')).toEqual([])
  app.setClock(null)
})
