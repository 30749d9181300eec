import * as z from 'zod/mini'
import { dayText } from '../shared/day.ts'
import { reportFileTypes } from './files.ts'
import { periodFacts, periodQuery } from './period.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/**
 * Who buys. A customer is a phone within a store; marketplaces hide theirs, so their orders are counted
 * apart, never guessed. Figures of the base go up to the last closed day of each store.
 */

/** A customer who spent this much so far counts as of high value. */
export const highValueCents = 50_000

/** Where a customer stands, by the days since the last order, how many orders, how much spent. */
export const customerSegments = [
  'champion',
  'loyal',
  'promising',
  'new',
  'must-keep',
  'cooling',
  'asleep',
  'lost',
] as const
export type CustomerSegment = (typeof customerSegments)[number]

/** Orders so far: 1, 2 to 4, 5 and more. */
export type Frequency = 1 | 2 | 5

export function segmentOf(daysSince: number, frequency: Frequency, highValue: boolean): CustomerSegment {
  if (daysSince > 180) return 'lost'
  if (daysSince > 120) return 'asleep'
  if (daysSince > 45) {
    if (frequency === 5 || highValue) return 'must-keep'
    return daysSince > 90 ? 'asleep' : 'cooling'
  }
  if (frequency === 5) return daysSince <= 30 && highValue ? 'champion' : 'loyal'
  return frequency === 2 ? 'promising' : 'new'
}

export const frequencyOf = (orders: number): Frequency => (orders >= 5 ? 5 : orders >= 2 ? 2 : 1)

export const segmentLabels: Record<
  CustomerSegment,
  { readonly name: string; readonly who: string; readonly todo: string }
> = {
  champion: {
    name: 'Campeões',
    who: '5 pedidos ou mais, R$ 500 ou mais no total, último pedido nos últimos 30 dias',
    todo: 'Agradeça, peça indicação e mostre a novidade antes dos outros.',
  },
  loyal: {
    name: 'Fiéis',
    who: '5 pedidos ou mais, último pedido nos últimos 45 dias',
    todo: 'Mantenha o combinado: prazo e qualidade. Ofereça um item a mais no pedido.',
  },
  promising: {
    name: 'Promissores',
    who: '2 a 4 pedidos, último nos últimos 45 dias',
    todo: 'Dê um motivo para o próximo pedido nesta semana.',
  },
  new: {
    name: 'Novos',
    who: 'primeiro pedido nos últimos 45 dias',
    todo: 'O segundo pedido decide: mande uma mensagem de boas-vindas com um convite.',
  },
  'must-keep': {
    name: 'Não pode perder',
    who: '5 pedidos ou mais, ou R$ 500 ou mais no total, sem pedir há 46 a 120 dias',
    todo: 'Ligue ou escreva em pessoa: pergunte o que faltou.',
  },
  cooling: {
    name: 'Esfriando',
    who: '1 a 4 pedidos, sem pedir há 46 a 90 dias',
    todo: 'Lembre do prato que pediu, com um cupom que vence logo.',
  },
  asleep: {
    name: 'Adormecidos',
    who: 'sem pedir há 91 a 180 dias',
    todo: 'Uma campanha só para eles, uma vez. Quem não voltar, deixe em paz.',
  },
  lost: {
    name: 'Perdidos',
    who: 'sem pedir há mais de 180 dias',
    todo: 'Não gaste com eles; veja o que os fez sair.',
  },
}

/** Without an order for more days than these. */
export const inactiveSteps = [30, 60, 90, 180] as const
export const repurchaseSteps = [30, 60, 90] as const

/** Sums of customers; money is net of discounts of the store and refunds. */
const customerSums = z.strictObject({ customers: z.int(), orders: z.int(), cents: z.int() })

/** Orders of the period by who ordered (contract/reports/metrics.ts). */
const kinds = z.strictObject({
  new: z.int(),
  returning: z.int(),
  frequent: z.int(),
  unidentified: z.int(),
})

export const customerReport = z.strictObject({
  period: periodFacts,
  orders: kinds,
  compared: kinds,
  /** The earliest last closed day of the stores; null: nothing is closed yet. */
  closedThrough: z.nullable(dayText),
  /** Stores whose past is still being summed up. */
  preparing: z.int(),
  base: z.strictObject({
    ...customerSums.shape,
    /** Of them, with two orders or more; the mean counts between their orders. */
    repeating: z.int(),
    daysBetweenOrders: z.nullable(z.number()),
    /** New within the period, and within the compared one. */
    newInPeriod: z.int(),
    newCompared: z.int(),
  }),
  /** Twelve months that end with the period's: new ones, how many ordered, the base at the end. */
  growth: z.array(
    z.strictObject({
      month: dayText,
      newCustomers: z.int(),
      activeCustomers: z.int(),
      base: z.int(),
      /** The month is not over, or not all of it is closed. */
      partial: z.boolean(),
    }),
  ),
  cohorts: z.array(
    z.strictObject({
      /** First day of the month of the first order. */
      month: dayText,
      customers: z.int(),
      /** By months since, from 0. */
      months: z.array(z.strictObject({ since: z.int(), ...customerSums.shape, partial: z.boolean() })),
    }),
  ),
  /** Of those whose first order is old enough: how many ordered again in time. */
  repurchase: z.array(z.strictObject({ days: z.int(), customers: z.int(), again: z.int() })),
  repurchaseWindow: z.nullable(z.strictObject({ from: dayText, to: dayText })),
  inactive: z.array(z.strictObject({ days: z.int(), ...customerSums.shape })),
  segments: z.array(z.strictObject({ segment: z.enum(customerSegments), ...customerSums.shape })),
  /** By what they spent; phones are hidden but for the last four digits. */
  top: z.array(
    z.strictObject({
      customerId: z.uuid(),
      storeId: z.uuid(),
      storeName: z.string(),
      name: z.string(),
      phoneEnd: z.string(),
      orders: z.int(),
      cents: z.int(),
      lastDay: dayText,
      segment: z.enum(customerSegments),
    }),
  ),
  districts: z.array(z.strictObject({ name: z.string(), ...customerSums.shape })),
})
export type CustomerReport = z.output<typeof customerReport>

export const readCustomerReport = route({
  name: 'readCustomerReport',
  method: 'GET',
  path: '/reports/customer',
  summary: 'Who buys: new and repeating, cohorts, repurchase, inactive, segments, districts',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject(periodQuery),
  reply: customerReport,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
  files: Object.values(reportFileTypes),
})

/**
 * The customers themselves, with names and phones: a file, never a page. Asks why, and keeps who asked,
 * why, for what and how many (LGPD).
 */
export const exportCustomers = route({
  name: 'exportCustomers',
  method: 'POST',
  path: '/reports/customer/export',
  summary: 'Customers of a segment as a file; needs a reason and leaves an audit row in each store',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ selection: selectionParam }),
  body: z.strictObject({
    reason: z
      .string('Diga para que você precisa destes dados.')
      .check(
        z.trim(),
        z.minLength(5, 'Diga para que você precisa destes dados, em algumas palavras.'),
        z.maxLength(300, 'O motivo pode ter até 300 caracteres.'),
      ),
    format: z._default(z.enum(['csv', 'xlsx', 'pdf'], 'Formato desconhecido.'), 'csv'),
    /** Only these; absent: all. */
    segment: z.optional(z.enum(customerSegments, 'Grupo desconhecido.')),
    /** Only who has not ordered for so many days. */
    inactiveDays: z.optional(
      z.int('Informe os dias.').check(z.gte(1, 'No mínimo 1 dia.'), z.lte(3_650, 'No máximo 3.650 dias.')),
    ),
  }),
  reply: z.string(),
  errors: ['store/not-found', 'permission/denied', 'validation/refused'],
  envelope: 'file',
  files: Object.values(reportFileTypes),
})
