import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listedNeeds, rankNeeds, soonMs, type Ranked } from './rank-needs.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const inMs = (ms: number) => new Date(now.getTime() + ms).toISOString()
const need = (key: string, its: Partial<Ranked> = {}): Ranked => ({
  key,
  deadline: null,
  since: null,
  dies: false,
  lossPerHour: 0,
  ...its,
})
const keys = (needs: readonly Ranked[]) => rankNeeds(needs, now).map((one) => one.key)

const anyNeed = fc.record({
  key: fc.uuid(),
  deadline: fc.option(fc.integer({ min: -7_200_000, max: 7 * 86_400_000 }).map(inMs)),
  since: fc.option(fc.integer({ min: -86_400_000, max: 0 }).map(inMs)),
  dies: fc.boolean(),
  lossPerHour: fc.integer({ min: 0, max: 500_000 }),
})
const anyNeeds = fc.uniqueArray(anyNeed, { selector: (one) => one.key, maxLength: 12 })

test('a Friday: the dying order, the overdue one, the closed iFood, the printer, then the dispute at ten', () => {
  expect(
    keys([
      need('dispute', { deadline: inMs(soonMs * 2), dies: false }),
      need('printer', { since: inMs(-360_000) }),
      need('iFood closed', { since: inMs(-60_000), lossPerHour: 80_000 }),
      need('overdue at the counter', { deadline: inMs(-600_000) }),
      need('dying', { deadline: inMs(48_000), dies: true }),
    ]),
  ).toEqual(['dying', 'overdue at the counter', 'iFood closed', 'printer', 'dispute'])
})

test('the ranking does not depend on the order in which the needs were found', () => {
  fc.assert(
    fc.property(anyNeeds, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (needs, chance) => {
      const shuffled = needs
        .map((one) => ({ one, at: chance.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one)
      expect(keys(shuffled)).toEqual(keys(needs))
    }),
    { numRuns: 300 },
  )
})

test('nothing that expires within the hour comes after what expires later or never, unless that one dies first', () => {
  fc.assert(
    fc.property(anyNeeds, (needs) => {
      const ranked = rankNeeds(needs, now)
      const left = ({ deadline }: Ranked) =>
        deadline === null ? Number.POSITIVE_INFINITY : Date.parse(deadline) - now.getTime()
      const dying = (one: Ranked) => one.dies && left(one) >= 0 && left(one) <= 120_000
      for (const [index, one] of ranked.entries())
        for (const later of ranked.slice(index + 1)) {
          if (left(later) <= soonMs) expect(dying(one) || left(one) <= left(later)).toBe(true)
          if (dying(later)) expect(dying(one)).toBe(true)
          // Of two without a deadline the one that loses more money per hour is first.
          if (one.deadline === null && later.deadline === null)
            expect(one.lossPerHour).toBeGreaterThanOrEqual(later.lossPerHour)
        }
    }),
    { numRuns: 300 },
  )
})

test('sixty orders to accept leave the stopped printer on the list, and nothing else goes while orders can', () => {
  const anyKinds = fc.array(fc.constantFrom('accept', 'accept', 'accept', 'printer', 'dispute'), {
    maxLength: 100,
  })
  fc.assert(
    fc.property(anyKinds, fc.integer({ min: 5, max: 40 }), (kinds, most) => {
      const ranked = kinds.map((kind, place) => ({ kind, place }))
      const listed = listedNeeds(ranked, most)
      const of = (rows: typeof ranked) => rows.filter(({ kind }) => kind === 'accept').length
      expect(listed.length).toBe(Math.min(most, ranked.length))
      expect(listed).toEqual(listed.toSorted((a, b) => a.place - b.place))
      // With more than three orders on the list, only orders were left out.
      if (of(listed) > 3) expect(listed.length - of(listed)).toBe(ranked.length - of(ranked))
    }),
    { numRuns: 300 },
  )
})
