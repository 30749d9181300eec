import { expect, test } from 'vitest'
import { feeName, paidWith, paymentName } from './payment-methods.ts'

test('a card brand is displayed with its official spelling', () => {
  const label = (method: string, brand: string | null) => paidWith({ method, brand })
  expect(label('CREDIT', 'MASTERCARD')).toBe('Crédito Mastercard')
  expect(label('DIGITAL_WALLET', 'APPLE_PAY')).toBe('Carteira digital Apple Pay')
  expect(label('MEAL_VOUCHER', 'VR')).toBe('Vale-refeição VR')
  expect(label('MEAL_VOUCHER', 'Alelo')).toBe('Vale-refeição Alelo')
  expect(label('PIX', null)).toBe('Pix')
})

test('payments made before delivery are labelled separately and an unknown method keeps the marketplace’s name', () => {
  expect(paymentName('CREDIT', true)).toBe('Crédito, pago online')
  expect(paymentName('GIFT_CARD', false)).toBe('Cartão-presente')
  expect(paymentName('FIADO', false)).toBe('FIADO')
  expect(paymentName('constructor', false)).toBe('constructor')
  expect(feeName('toString')).toBe('Outra taxa')
})
