import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bigMoney, figureMoney } from './money-words.rules.ts'

const figure = (cents: number) => figureMoney(cents).replaceAll('\u00a0', ' ')

test('the large figure has cents once its day is over, and none while it runs', () => {
  expect(bigMoney(3_752_190, true)).toEqual({ sign: '', whole: '37.521', cents: ',90', unit: '' })
  expect(bigMoney(3_752_190, false)).toEqual({ sign: '', whole: '37.522', cents: '', unit: '' })
  expect(bigMoney(-590, true)).toEqual({ sign: '−', whole: '5', cents: ',90', unit: '' })
})

test('a figure without room loses its cents, then becomes millions, and never a smaller type', () => {
  expect(bigMoney(12_193_015_91, true)).toEqual({ sign: '', whole: '12.193.016', cents: '', unit: '' })
  expect(bigMoney(123_456_789_00, true)).toEqual({ sign: '', whole: '123,5', cents: '', unit: '\u00a0mi' })
  expect([figure(74_60), figure(193_015_91), figure(1_240_000_00), figure(-1_240_000_00)]).toEqual([
    'R$ 74,60',
    'R$ 193.016',
    'R$ 1,24 mi',
    '− R$ 1,24 mi',
  ])
  // Rounding must not write a thousand thousands.
  expect(figure(999_999_99)).toBe('R$ 1,00 mi')
})

test('no figure is longer than its place or breaks at the end of a line', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.boolean(), (cents, closed) => {
      const { sign, whole, cents: small, unit } = bigMoney(cents, closed)
      expect(`${whole}${small}`.length).toBeLessThanOrEqual(12)
      expect(`${sign}${whole}${small}${unit}`).not.toMatch(/[ -]/)
      if (Math.abs(cents) < 1e11) expect(figureMoney(cents).length).toBeLessThanOrEqual(14)
      expect(figureMoney(cents)).not.toMatch(/[ -]/)
    }),
  )
})

test('the parts of a closed figure say it to the centavo', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (amount) => {
      const { whole, cents } = bigMoney(amount, true)
      expect(Number(`${whole}${cents}`.replaceAll(/\D/g, ''))).toBe(amount)
    }),
  )
})
