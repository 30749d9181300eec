import { expect, test } from 'vitest'
import { freshDatabase } from '../../../server/testing/postgres.ts'
import { playHourDown } from './partner-down.ts'
import { playPoison } from './poison.ts'
import { startShopOfAll } from './shop-of-all.ts'

/** Short forms of `npm run faults -- --only=channels`; its kills wait for claims to end, which takes minutes. */
test('orders of a marketplace that cannot be read harm no other order, and each is seen', async () => {
  const shop = await startShopOfAll(await freshDatabase())
  try {
    const played = await playPoison(shop, { orders: 45, oneIn: 5, seed: 20_261_127 })
    expect(played).toHaveLength(4)
    for (const { channel, poisoned, harmed, unseen, unacknowledged } of played)
      expect([channel, poisoned, harmed, unseen, unacknowledged]).toEqual([channel, 9, 0, 0, 0])
  } finally {
    await shop.stop()
  }
}, 120_000)

test('the others sell while a marketplace is away for an hour, and its own orders and our actions go through once', async () => {
  const shop = await startShopOfAll(await freshDatabase())
  try {
    const played = await playHourDown(shop, 6)
    expect(played).toHaveLength(4)
    // Each round ends only when the others' orders are here; how long they took is a figure of `npm run faults`.
    for (const { channel, lost, doubled } of played) expect([channel, lost, doubled]).toEqual([channel, 0, 0])
  } finally {
    await shop.stop()
  }
}, 120_000)
