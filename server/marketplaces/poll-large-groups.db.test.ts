import { afterAll, beforeAll, expect, test } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { feira } from '../testing/marketplaces/feira/feira.ts'
import { requireFacet, type Marketplace } from './marketplace.ts'
import { MarketplaceError } from './marketplace-error.ts'
import { pollMarketplaces } from './poll.ts'

const platform = 'ifood'
const merchants = Array.from({ length: 120 }, (_, index) => `m-${String(index).padStart(3, '0')}`)
/** One in each tenth of the group. */
const failing = new Set(merchants.filter((_, index) => index % 12 === 5))

let app: TestApp
let storeIds: readonly string[]
let calls = 0
let down = false

beforeAll(async () => {
  const plain = feira('http://127.0.0.1:9')
  const connect: typeof plain.connect = (...parts): Marketplace => {
    const marketplace = plain.connect(...parts)
    const poll = (ids: readonly string[]) => {
      calls += 1
      return down || ids.some((id) => failing.has(id))
        ? Promise.reject(new MarketplaceError(platform, 'unreachable', '500'))
        : Promise.resolve([])
    }
    const polling = { ...requireFacet(marketplace, 'polling'), maxMerchants: 500, poll }
    return { ...marketplace, platform, polling }
  }
  app = await testApp({}, [{ ...plain, platform, connect }])
  const added: string[] = []
  for (const merchantId of merchants)
    added.push(await app.addStore({ name: merchantId, merchantId, platform }))
  storeIds = added
})
afterAll(() => app.close())

const polled = async (): Promise<readonly string[]> => {
  const rows = await withStoreScope(app.db, storeIds, (tx) =>
    tx.selectFrom('integrations').select('merchant_id').where('last_polled_at', 'is not', null).execute(),
  )
  return rows.map(({ merchant_id: id }) => id ?? '').toSorted()
}

test('a large group at a marketplace that is down costs few calls', async () => {
  down = true
  await pollMarketplaces(app.deps)
  down = false
  // The group, its ten parts, and those of the first.
  expect([calls, await polled()]).toEqual([17, []])
})

test('a merchant that fails in each tenth of a large group keeps no other from being polled', async () => {
  await pollMarketplaces(app.deps)
  expect(await polled()).toEqual(merchants.filter((id) => !failing.has(id)))
})
