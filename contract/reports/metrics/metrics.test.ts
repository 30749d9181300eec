import { expect, test } from 'vitest'
import { customerDefinitions } from './customer-definitions.ts'
import { metricDefinitions } from './metric-definitions.ts'
import { noMeasures } from './measures.ts'
import {
  averageTicketCents,
  customerFeesCents,
  marketplaceFeesCents,
  metrics,
  netCents,
  otherServiceCents,
  ownMarketplaceDiscountCents,
  receivableCents,
  validOrders,
} from './metrics.ts'

test('two counts that differ have two names, and each says how it counts', () => {
  expect(metrics.newOrders.label).not.toMatch(/client/i)
  expect(metrics.newOrders.label).not.toBe(metrics.newCustomers.label)
  expect(customerDefinitions.newOrders.definition).toContain('Um cancelado antes já conta')
  expect(customerDefinitions.newCustomers.definition).toContain('primeiro pedido válido')
})

test('a definition says the other half: whose the fees are, whose the service, whose the discount, which day', () => {
  const said = (name: keyof typeof metrics) => metricDefinitions[name].definition
  expect(said('customerFees')).toContain('sem custo para a loja')
  expect(said('staffService')).toContain('da equipe')
  expect(said('chainDiscount')).toContain('pela rede')
  expect(said('orders')).toContain('Um pedido agendado conta no dia e na hora para os quais é')
  expect(said('marketplaceKeeps')).toContain('O que o cliente paga ao marketplace não conta aqui')
})

test('what customers pay to the marketplace is no cost, and both parts of a line add up to it', () => {
  const m = { ...noMeasures, received: 1, grossCents: 5_000, serviceFeeCents: 599, staffServiceCents: 500 }
  const sold = { ...m, logisticsCents: 99, commissionCents: 600, paymentFeeCents: 100 }
  const discounts = { ...sold, marketplaceDiscountCents: 370, chainDiscountCents: 70 }
  expect([customerFeesCents(sold), marketplaceFeesCents(sold)]).toEqual([99, 700])
  expect(otherServiceCents(sold)).toBe(99)
  expect(receivableCents(sold)).toBe(5_000 + 599 - 99 - 700)
  expect(ownMarketplaceDiscountCents(discounts)).toBe(300)
})

test('the ticket beside net sales and orders is one divided by the other, also after refunds', () => {
  const day = { ...noMeasures, received: 14, cancelled: 2, grossCents: 38_000, storeDiscountCents: 578 }
  for (const refundCents of [0, 2_448]) {
    const m = { ...day, refundCents }
    expect(averageTicketCents(m)).toBe(Math.round(netCents(m) / validOrders(m)))
  }
})
