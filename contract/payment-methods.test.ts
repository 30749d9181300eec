import { expect, test } from 'vitest'
import { paidWith } from './payment-methods.ts'

test('a brand is written as its owner writes it', () => {
  const words = (method: string, brand: string | null) => paidWith({ method, brand })
  expect(words('CREDIT', 'MASTERCARD')).toBe('Crédito Mastercard')
  expect(words('DIGITAL_WALLET', 'APPLE_PAY')).toBe('Carteira digital Apple Pay')
  expect(words('MEAL_VOUCHER', 'VR')).toBe('Vale-refeição VR')
  expect(words('MEAL_VOUCHER', 'Alelo')).toBe('Vale-refeição Alelo')
  expect(words('PIX', null)).toBe('Pix')
})
