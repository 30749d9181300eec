import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceMethods, type PriceMethod } from './menu-fields.ts'
import { chargedOptions, optionsCents, type ChosenOption } from './option-prices.ts'

const option = (id: string, priceCents: number, priceMethod: PriceMethod, quantity = 1): ChosenOption => ({
  menuOptionId: id,
  quantity,
  priceCents,
  priceMethod,
})

describe('a pizza of two flavours', () => {
  test.each([
    ['SUM', 10_000],
    ['MAX', 6_000],
    ['AVG', 5_000],
    ['SHARE', 5_000],
  ] as const)('of 40 and 60 reais costs by %s %i centavos', (method, cents) => {
    expect(optionsCents([option('calabresa', 4_000, method), option('camarao', 6_000, method)])).toBe(cents)
  })

  test('with two of three parts of the cheaper one: the average counts flavours, the share counts parts', () => {
    const of = (method: PriceMethod) => [
      option('calabresa', 4_000, method, 2),
      option('camarao', 7_000, method),
    ]
    expect(priceMethods.map((method) => optionsCents(of(method)))).toEqual([15_000, 7_000, 5_500, 5_000])
  })

  test('pays its crust beside it, as a group that adds up', () => {
    const crust = option('catupiry', 800, 'SUM')
    expect(optionsCents([option('a', 4_000, 'MAX'), option('b', 6_000, 'MAX'), crust])).toBe(6_800)
  })

  test('may have a group for each half: groups of one method count together', () => {
    expect(optionsCents([option('salgada', 4_000, 'AVG'), option('doce', 5_000, 'AVG')])).toBe(4_500)
  })

  test('that does not divide differs by one centavo and is still whole', () => {
    expect(chargedOptions([option('a', 4_001, 'MAX', 2)])).toEqual([
      { menuOptionId: 'a', quantity: 1, unitPriceCents: 2_001 },
      { menuOptionId: 'a', quantity: 1, unitPriceCents: 2_000 },
    ])
  })

  test('of one flavour, named twice or once, costs the same', () => {
    expect(optionsCents([option('a', 4_001, 'AVG'), option('a', 4_001, 'AVG')])).toBe(4_001)
    expect(optionsCents([option('a', 4_001, 'AVG', 2)])).toBe(4_001)
  })

  test('costs nothing while nothing is chosen', () => {
    expect(chargedOptions([])).toEqual([])
    expect(optionsCents([option('a', 4_000, 'MAX', 0)])).toBe(0)
  })
})

describe('whatever is chosen', () => {
  const chosen = (method: fc.Arbitrary<PriceMethod>) =>
    fc
      .uniqueArray(
        fc.record({
          menuOptionId: fc.string({ minLength: 1, maxLength: 3 }),
          quantity: fc.integer({ min: 1, max: 12 }),
          priceCents: fc.oneof(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 0, max: 10_000_000 })),
          priceMethod: method,
        }),
        { selector: ({ menuOptionId }) => menuOptionId, minLength: 1, maxLength: 8 },
      )
      .map((list): readonly ChosenOption[] => list)

  test.each(['MAX', 'AVG', 'SHARE'] as const)(
    'a pizza by %s never costs less than its cheapest part nor more than its dearest',
    (method) => {
      fc.assert(
        fc.property(chosen(fc.constant(method)), (list) => {
          const prices = list.map(({ priceCents }) => priceCents)
          const cents = optionsCents(list)
          expect(cents).toBeGreaterThanOrEqual(Math.min(...prices))
          expect(cents).toBeLessThanOrEqual(Math.max(...prices))
          if (method === 'MAX') expect(cents).toBe(Math.max(...prices))
        }),
        { numRuns: 1_000 },
      )
    },
  )

  test('charges are whole centavos, never below zero, name every part once and do not depend on the order', () => {
    fc.assert(
      fc.property(chosen(fc.constantFrom(...priceMethods)), (list) => {
        const charges = chargedOptions(list)
        for (const { unitPriceCents } of charges) {
          expect(Number.isSafeInteger(unitPriceCents)).toBe(true)
          expect(unitPriceCents).toBeGreaterThanOrEqual(0)
        }
        for (const { menuOptionId, quantity } of list)
          expect(
            charges
              .filter((one) => one.menuOptionId === menuOptionId)
              .reduce((sum, one) => sum + one.quantity, 0),
          ).toBe(quantity)
        expect(optionsCents(list.toReversed())).toBe(optionsCents(list))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('two pizzas of a combo', () => {
  const flavour = (id: string, priceCents: number, askedWith: string, quantity = 1): ChosenOption => ({
    ...option(id, priceCents, 'MAX', quantity),
    askedWith,
  })

  test('are each their own dearest flavour', () => {
    const chosen = [
      option('first', 0, 'SUM'),
      flavour('calabresa', 4_000, 'first'),
      flavour('camarao', 6_000, 'first'),
      option('second', 0, 'SUM'),
      flavour('mussarela', 3_000, 'second', 2),
    ]
    expect(optionsCents(chosen)).toBe(9_000)
  })

  test('of one size, taken twice, are paid twice, to the centavo', () => {
    const chosen = [
      option('large', 0, 'SUM', 2),
      flavour('a', 4_000, 'large', 2),
      flavour('b', 6_001, 'large'),
    ]
    expect(optionsCents(chosen)).toBe(12_002)
  })
})
