import { expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { readyTexts, whatsappLink } from './order-messages.rules.ts'

const order = (changes: Partial<Order>) =>
  ({
    displayId: '12',
    type: 'DELIVERY',
    status: 'preparing',
    promisedAt: null,
    customer: { name: 'Ana Souza' },
    delivery: { address: { street: 'Rua das Flores', number: '10', complement: null, district: 'Centro' } },
    motoboy: null,
    ...changes,
  }) as Order

const store = { timezone: 'America/Manaus', name: 'Norte Grill' }

test('the first suggestion fits the state of the order', () => {
  const first = (changes: Partial<Order>) => readyTexts(order(changes), store)[0]?.text
  expect(first({ status: 'preparing' })).toBe(
    'Olá, Ana! Seu pedido #12 na Norte Grill foi aceito e está em preparo.',
  )
  expect(first({ status: 'dispatched', motoboy: { id: 'm', name: 'Beto' } })).toBe(
    'Olá, Ana! Seu pedido #12 na Norte Grill saiu para entrega com Beto.',
  )
  expect(first({ promisedAt: '2026-11-20T20:28:00Z' })).toContain('Previsão: 16:28.')
  expect(first({ status: 'ready', type: 'TAKEOUT', delivery: null })).toContain('Pode vir buscar!')
})

test('an address is asked about only if there is one', () => {
  const labels = (changes: Partial<Order>) => readyTexts(order(changes), store).map((one) => one.label)
  expect(labels({})).toContain('Conferir o endereço')
  expect(labels({ type: 'TAKEOUT', delivery: null })).not.toContain('Conferir o endereço')
})

test('the link carries the number without its plus sign and the complete text', () => {
  const link = new URL(whatsappLink('+5511987654321', 'Olá! 10% & café #12'))
  expect(link.pathname).toBe('/5511987654321')
  expect(link.searchParams.get('text')).toBe('Olá! 10% & café #12')
})
