import { expect, test } from 'vitest'
import { customerDefinitions } from './customer-definitions.ts'
import { metricDefinitions } from './metric-definitions.ts'
import { noMeasures } from './measures.ts'
import { averageTicketCents, metrics, netCents, validOrders } from './metrics.ts'

test('two counts that differ have two names, and each says how it counts', () => {
  expect(metrics.newOrders.label).not.toMatch(/client/i)
  expect(metrics.newOrders.label).not.toBe(metrics.newCustomers.label)
  expect(customerDefinitions.newOrders.definition).toContain('Um cancelado antes já conta')
  expect(customerDefinitions.newCustomers.definition).toContain('primeiro pedido válido')
})

test('a definition says the other half: whose the fees are, whose the service, whose the discount, which day', () => {
  const said = (name: keyof typeof metrics) => metricDefinitions[name].definition
  expect(said('marketplaceFees')).toContain('que o cliente paga ao marketplace')
  expect(said('serviceFee')).toContain('da equipe')
  expect(said('marketplaceDiscount')).toContain('pela rede')
  expect(said('orders')).toContain('agendado')
})

test('the ticket beside net sales and orders is one divided by the other, also after refunds', () => {
  const day = { ...noMeasures, received: 14, cancelled: 2, grossCents: 38_000, storeDiscountCents: 578 }
  for (const refundCents of [0, 2_448]) {
    const m = { ...day, refundCents }
    expect(averageTicketCents(m)).toBe(Math.round(netCents(m) / validOrders(m)))
  }
})
