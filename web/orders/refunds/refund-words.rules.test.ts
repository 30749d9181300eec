import { expect, test } from 'vitest'
import { goesByPix, paidBy, wayBack } from './refund-words.rules.ts'

const ana = { name: 'Ana Souza', phone: '+5511987654321' }
const part = (method: string, cents = 1_000, brand: string | null = null) => ({ method, brand, cents })
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test('each way of payment says how it goes back, and names the customer', () => {
  expect(plain(wayBack([part('PIX')], ana))).toBe('Pix para Ana Souza, (11) 98765-4321')
  expect(wayBack([part('PIX')], { name: ' ', phone: null })).toBe('Pix para o cliente')
  expect(wayBack([part('CREDIT', 1_000, 'VISA')], ana)).toBe('Estorne na maquininha: Crédito Visa')
  expect(wayBack([part('CASH')], ana)).toBe('Em dinheiro, para Ana Souza')
  expect(wayBack([part('DIGITAL_WALLET')], ana)).toBe('Carteira digital, para Ana Souza')
})

test('several ways are named with their sums', () => {
  expect(plain(wayBack([part('PIX', 2_050), part('CASH', 950)], ana))).toBe(
    'R$ 20,50: Pix para Ana Souza, (11) 98765-4321; R$ 9,50: em dinheiro, para Ana Souza',
  )
  expect(paidBy([part('PIX'), part('CREDIT', 1, 'VISA'), part('CASH')])).toBe(
    'por Pix, com Crédito Visa e em dinheiro',
  )
})

test('only a refund by Pix offers the telephone as a key', () => {
  expect([goesByPix([part('CASH'), part('PIX')]), goesByPix([part('CREDIT')])]).toEqual([true, false])
})
