import { expect, test } from 'vitest'
import { isBrazilian, normalPhone } from './phone.rules.ts'

test('a mobile with and without its ninth digit is one contact', () => {
  expect(normalPhone('551187654321')).toBe('5511987654321')
  expect(normalPhone('+55 (11) 98765-4321')).toBe('5511987654321')
  expect(normalPhone('551187654321@s.whatsapp.net')).toBe('5511987654321')
})

test('a landline keeps its eight digits, and a foreign number is left as it is', () => {
  expect(normalPhone('551133334444')).toBe('551133334444')
  expect(normalPhone('14155550123')).toBe('14155550123')
  expect(isBrazilian('14155550123')).toBe(false)
})

test.each(['', '123', '0800123456', 'status@broadcast', '1'.repeat(40)])(
  '%s is not a person’s number',
  (written) => {
    expect(normalPhone(written)).toBeNull()
  },
)
