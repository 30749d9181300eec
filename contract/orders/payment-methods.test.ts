import { expect, test } from 'vitest'
import { paidWith, paymentName } from './payment-methods.ts'

test('a brand is written as its owner writes it', () => {
  const words = (method: string, brand: string | null) => paidWith({ method, brand })
  expect(words('CREDIT', 'MASTERCARD')).toBe('Crédito Mastercard')
  expect(words('DIGITAL_WALLET', 'APPLE_PAY')).toBe('Carteira digital Apple Pay')
  expect(words('MEAL_VOUCHER', 'VR')).toBe('Vale-refeição VR')
  expect(words('MEAL_VOUCHER', 'Alelo')).toBe('Vale-refeição Alelo')
  expect(words('PIX', null)).toBe('Pix')
})

test('what was paid before delivery stands apart; a partner’s own word stays as it is', () => {
  expect(paymentName('CREDIT', true)).toBe('Crédito, pago online')
  expect(paymentName('GIFT_CARD', false)).toBe('Cartão-presente')
  expect(paymentName('FIADO', false)).toBe('FIADO')
})
