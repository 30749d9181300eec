import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minPricedItems, stepKeys, type StepKey } from '../../contract/onboarding/steps.ts'
import { stepIsDone, type StoreFacts } from './steps.rules.ts'

const count = fc.nat({ max: 12 })
const anyFacts: fc.Arbitrary<StoreFacts> = fc.record({
  hasDocument: fc.boolean(),
  openingIntervals: count,
  takeoutOrIndoor: fc.boolean(),
  deliveryAreas: count,
  pricedItems: count,
  reachedPrinters: count,
  finishedTests: count,
  ringingDevices: count,
  hasPixKey: fc.boolean(),
  connectedChannels: count,
  otherPeople: count,
  ownersWithSecondFactor: count,
  hasRealOrder: fc.boolean(),
})

/** The facts of each step, as a new store does not have them and as a running one does. */
const facts: Readonly<Record<StepKey, { missing: Partial<StoreFacts>; there: Partial<StoreFacts> }>> = {
  profile: { missing: { hasDocument: false }, there: { hasDocument: true } },
  hours: { missing: { openingIntervals: 0 }, there: { openingIntervals: 1 } },
  service: {
    missing: { takeoutOrIndoor: false, deliveryAreas: 0 },
    there: { takeoutOrIndoor: false, deliveryAreas: 1 },
  },
  menu: { missing: { pricedItems: minPricedItems - 1 }, there: { pricedItems: minPricedItems } },
  printer: { missing: { reachedPrinters: 0 }, there: { reachedPrinters: 1 } },
  'test-order': { missing: { finishedTests: 0 }, there: { finishedTests: 1 } },
  notifications: { missing: { ringingDevices: 0 }, there: { ringingDevices: 1 } },
  payment: { missing: { hasPixKey: false }, there: { hasPixKey: true } },
  channel: { missing: { connectedChannels: 0 }, there: { connectedChannels: 1 } },
  team: { missing: { otherPeople: 0 }, there: { otherPeople: 1 } },
  'second-factor': { missing: { ownersWithSecondFactor: 0 }, there: { ownersWithSecondFactor: 1 } },
  'first-order': { missing: { hasRealOrder: false }, there: { hasRealOrder: true } },
}

const doneIn = (of: StoreFacts) => stepKeys.filter((key) => stepIsDone[key](of))
const without = (keys: readonly StepKey[], gone: StepKey) => keys.filter((key) => key !== gone)

test('whatever else is true, a fact does its own step and no other, and its loss opens that step again', () => {
  fc.assert(
    fc.property(anyFacts, fc.constantFrom(...stepKeys), (store, step) => {
      const before = { ...store, ...facts[step].missing }
      const after = { ...before, ...facts[step].there }
      expect(doneIn(before)).not.toContain(step)
      expect(doneIn(after)).toContain(step)
      expect(without(doneIn(after), step)).toEqual(doneIn(before))
    }),
    { numRuns: 1_000 },
  )
})

test('every fact belongs to one step', () => {
  const named = stepKeys.flatMap((key) => Object.keys(facts[key].missing))
  expect(named.toSorted()).toEqual(Object.keys(fc.sample(anyFacts, 1)[0] ?? {}).toSorted())
})
