import * as z from 'zod/mini'
import { dayText } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { periodFacts, periodQuery } from './period.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/**
 * A customer is a phone number within a store. Marketplaces hide phone numbers, so their orders are
 * counted separately and never guessed. Totals of the customer base include each store's closed days
 * only.
 */

/** Total spending from which a customer counts as high-value. */
export const highValueCents = 50_000

/** Segments by days since the last order, number of orders and total spending. */
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

/** Orders so far: 1, 2 to 4, 5 or more. */
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
    who: '5 pedidos ou mais, R$\u00a0500 ou mais no total, último pedido nos últimos 30 dias',
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
    who: '5 pedidos ou mais, ou R$\u00a0500 ou mais no total, sem pedir há 46 a 120 dias',
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

/** Thresholds of inactivity, in days without an order. */
export const inactiveSteps = [30, 60, 90, 180] as const
export const repurchaseSteps = [30, 60, 90] as const

/** Totals over customers; money is net of store discounts and refunds. */
const customerSums = z.strictObject({ customers: z.int(), orders: z.int(), cents: z.int() })

/** Orders of the period by type of customer (contract/reports/metrics/metrics.ts). */
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
  /** The earliest last closed day among the stores; null: no day is closed yet. */
  closedThrough: z.nullable(dayText),
  /** Number of stores whose history is still being aggregated. */
  preparing: z.int(),
  base: z.strictObject({
    ...customerSums.shape,
    /** Customers with two or more orders; the mean below covers the gaps between their orders. */
    repeating: z.int(),
    daysBetweenOrders: z.nullable(z.number()),
    /** New customers of the period and of the compared period. */
    newInPeriod: z.int(),
    newCompared: z.int(),
  }),
  /**
   * The twelve months up to the end of the period: new customers, active customers, and the base at
   * month end.
   */
  growth: z.array(
    z.strictObject({
      month: dayText,
      newCustomers: z.int(),
      activeCustomers: z.int(),
      base: z.int(),
      /** The month is not over, or some of its days are not closed yet. */
      partial: z.boolean(),
    }),
  ),
  cohorts: z.array(
    z.strictObject({
      /** First day of the month of the cohort's first orders. */
      month: dayText,
      customers: z.int(),
      /** By months since the first order, from 0. */
      months: z.array(z.strictObject({ since: z.int(), ...customerSums.shape, partial: z.boolean() })),
    }),
  ),
  /** Customers whose first order is old enough, and how many of them ordered again within that many days. */
  repurchase: z.array(z.strictObject({ days: z.int(), customers: z.int(), again: z.int() })),
  repurchaseWindow: z.nullable(z.strictObject({ from: dayText, to: dayText })),
  inactive: z.array(z.strictObject({ days: z.int(), ...customerSums.shape })),
  segments: z.array(z.strictObject({ segment: z.enum(customerSegments), ...customerSums.shape })),
  /** Customers by spending; only the last four digits of the phone are shown. */
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
  load: 'report',
  query: z.strictObject(periodQuery),
  reply: customerReport,
  errors: ['store/not-found', 'permission/denied', 'report/range-too-long', 'validation/refused'],
  files: Object.values(reportFileTypes),
})

/**
 * Exports customers with names and phones, as a file and never as a page. Requires a reason; who
 * exported what, why and how many is recorded (LGPD).
 */
export const exportCustomers = route({
  name: 'exportCustomers',
  method: 'POST',
  path: '/reports/customer/export',
  summary: 'Customers of a segment as a file; needs a reason and leaves an audit row in each store',
  access: { kind: 'selection', role: 'manager' },
  leavesBehind: true,
  load: 'report',
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
    /** Limits the export to one segment; absent: all. */
    segment: z.optional(z.enum(customerSegments, 'Grupo desconhecido.')),
    /** Limits the export to customers without an order for this many days. */
    inactiveDays: z.optional(
      z.int('Informe os dias.').check(z.gte(1, 'No mínimo 1 dia.'), z.lte(3_650, 'No máximo 3.650 dias.')),
    ),
  }),
  reply: z.string(),
  errors: ['store/not-found', 'permission/denied', 'validation/refused'],
  envelope: 'file',
  files: Object.values(reportFileTypes),
})
