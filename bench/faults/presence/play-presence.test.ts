import { expect, test } from 'vitest'
import { playDinners, playUsual } from './play-presence.ts'

/** The short form of `npm run faults -- --only=presence`. */
test('a Friday dinner with 40 breaks: closed within three minutes, open within one, and no order expires when the push is answered', async () => {
  for (const played of await playDinners(1, 20_261_127)) {
    const where = `${played.shop}, ${played.line}`
    expect(played.unseen, where).toBeGreaterThan(5)
    expect(played.closedWithin, where).toBeLessThanOrEqual(180)
    expect(played.openWithin, where).toBeLessThanOrEqual(60)
    expect(played.expired, where).toBe(0)
    expect(played.expiredBefore, where).toBeGreaterThan(played.expiredUnanswered)
  }
})

test('what happens every evening pauses no store in which somebody would see an order', async () => {
  const played = await playUsual(30, 20_261_127)
  expect(played.falsePauses).toBe(0)
})
