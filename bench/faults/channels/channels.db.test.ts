import { expect, inject, test } from 'vitest'
import { freshDatabase } from '../../../server/testing/postgres.ts'
import { killAtPoints, points } from './kill-at-points.ts'
import { playHourDown } from './partner-down.ts'
import { playPoison } from './poison.ts'
import { startShopOfAll } from './shop-of-all.ts'

/** The short forms of `npm run faults -- --only=channels`. */
test.runIf(process.platform === 'linux')(
  'a process that dies between a marketplace’s event and our answer loses and doubles nothing',
  async () => {
    // Inbox, acknowledgement, fold and outbox, at the channel that is polled most often.
    const places = [1, 2, 5, 6]
    const killed = await killAtPoints((point, channel) => channel === 0 && places.includes(point), {
      programs: inject('postgresPrograms'),
    })
    expect(killed.map(({ point, lost, doubled }) => [point, lost, doubled])).toEqual(
      places.map((point) => [points[point]?.name, 0, 0]),
    )
  },
  240_000,
)

test('orders of a marketplace that cannot be read harm no other order, and each is seen', async () => {
  const shop = await startShopOfAll(await freshDatabase())
  try {
    const played = await playPoison(shop, { orders: 90, oneIn: 10, seed: 20_261_127 })
    expect(played).toHaveLength(4)
    for (const { channel, poisoned, harmed, unseen, unacknowledged } of played)
      expect([channel, poisoned, harmed, unseen, unacknowledged]).toEqual([channel, 9, 0, 0, 0])
  } finally {
    await shop.stop()
  }
}, 120_000)

test('a marketplace that is away for an hour delays no other, and its own orders and our actions go through once', async () => {
  const shop = await startShopOfAll(await freshDatabase())
  try {
    const played = await playHourDown(shop, 6)
    expect(played).toHaveLength(4)
    for (const { channel, lost, doubled, othersBefore, othersP99 } of played) {
      expect([channel, lost, doubled]).toEqual([channel, 0, 0])
      // A channel that waited for a partner that answers nothing would wait for the limit of its call.
      expect(othersP99 - othersBefore).toBeLessThan(5_000)
    }
  } finally {
    await shop.stop()
  }
}, 120_000)
