import { expect, test } from 'vitest'
import { playWishes } from './play-wishes.ts'

/** The short form of `npm run faults -- --only=wishes`. */
test('what was wished last is what the marketplace shows, whatever is lost, late, doubled or done by a person there', async () => {
  for (const played of await playWishes(2_000, 20261126)) {
    expect(played.wrong, played.simulator).toEqual([])
    expect(played.broken, played.simulator).toEqual([])
    expect(played.p99, played.simulator).toBeLessThanOrEqual(60)
    expect(played.foundWithin, played.simulator).toBeLessThanOrEqual(300)
    expect(played.outside).toBeGreaterThan(50)
  }
})
