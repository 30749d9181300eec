import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { taxClasses } from '../menu/menu-fields.ts'
import { reportFileTypes } from '../shared/file-types.ts'

/** `NONE`: the menu did not say what the item was when it was sold. */
export const fiscalClasses = [...taxClasses, 'NONE'] as const
export type FiscalClass = (typeof fiscalClasses)[number]

export const fiscalClassNames: Readonly<Record<FiscalClass, string>> = {
  PREPARED: 'Preparado na loja',
  RESALE: 'Revenda',
  ALCOHOLIC: 'Bebida alcoólica',
  NONE: 'Sem classe',
}

/**
 * Sums of the month's sales, in centavos; names and meaning as in the reports. `baseCents` is charged − commission −
 * logistics − tips: what a platform keeps for intermediation and delivery, and tips, are outside the base of IBS and
 * CBS (LC 214/2025, art. 274). The fee of a payment stays inside. A refund above the rest makes it negative.
 */
const sums = z.strictObject({
  orders: z.int(),
  grossCents: z.int(),
  storeDiscountCents: z.int(),
  refundCents: z.int(),
  deliveryFeeCents: z.int(),
  serviceFeeCents: z.int(),
  tipCents: z.int(),
  refundedFeesCents: z.int(),
  chargedCents: z.int(),
  commissionCents: z.int(),
  logisticsCents: z.int(),
  paymentFeeCents: z.int(),
  baseCents: z.int(),
})
export type FiscalSums = z.output<typeof sums>

const fiscalMonth = z.strictObject({
  month: z.string(),
  from: dayText,
  to: dayText,
  generatedAt: instant,
  /** The month is not over: the figures still move. */
  running: z.boolean(),
  totals: sums,
  /** The base of each order is divided by what its items cost. */
  classes: z.array(
    z.strictObject({ taxClass: z.enum(fiscalClasses), itemsCents: z.int(), baseCents: z.int() }),
  ),
  channels: z.array(
    z.strictObject({
      platform: z.enum(platforms),
      /** CNPJ of the intermediary, for indIntermed of the note; null: the store sells itself. */
      intermediaryDocument: z.nullable(z.string()),
      totals: sums,
    }),
  ),
  /** Orders with the access key of a note. */
  withNote: z.int(),
  stores: z.array(z.strictObject({ storeId: z.uuid(), name: z.string(), document: z.nullable(z.string()) })),
})
export type FiscalMonth = z.output<typeof fiscalMonth>

export const readFiscalMonth = route({
  name: 'readFiscalMonth',
  method: 'GET',
  path: '/reports/fiscal',
  summary: 'Fiscal data of a month for the accountant, with the estimated base of IBS and CBS; or as a file',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({
    selection: selectionParam,
    month: z
      .string('Escolha o mês.')
      .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Escolha um mês, como 2026-10.')),
    format: z._default(z.enum(['json', 'csv', 'xlsx'], 'Formato desconhecido.'), 'json'),
  }),
  reply: fiscalMonth,
  errors: ['store/not-found', 'permission/denied'],
  files: [reportFileTypes.csv, reportFileTypes.xlsx],
})
