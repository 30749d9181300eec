import { expect, test } from 'vitest'
import { everyKind } from '../../../server/marketplaces/registry.ts'
import { playSequences } from './play-sequences.ts'

/** The short form of `npm run faults -- --only=sequences`. */
test('an order of any channel is what its events say, whatever arrives twice or out of order', () => {
  const played = playSequences(2_000, 20_261_126)
  expect(played.map(({ channel, wrong }) => [channel, wrong])).toEqual(
    everyKind.map(({ platform }) => [platform, 0]),
  )
  expect(played.every(({ events, repeats }) => repeats > events / 4)).toBe(true)
})
