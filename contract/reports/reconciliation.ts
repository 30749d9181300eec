import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/**
 * Where a marketplace's month and ours differ. Of sales: only there, only here, with another amount, or cancelled there
 * and concluded here. Of the lines of an order that reach the bank: only there, only here, with another sum. `otherLines`:
 * those without an order.
 */
export const reconciliationKinds = [
  'saleOnlyThere',
  'saleOnlyHere',
  'saleDiffers',
  'cancelledThere',
  'linesOnlyThere',
  'linesOnlyHere',
  'linesDiffer',
  'otherLines',
] as const
export type ReconciliationKind = (typeof reconciliationKinds)[number]

const month = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Escolha o mês.'))

/** Amounts in centavos, of lines that reach the bank. */
const side = z.strictObject({ cents: z.int(), lines: z.int(), sales: z.int() })

export const reconciliation = z.strictObject({
  id: z.uuid(),
  storeId: z.uuid(),
  platform: z.enum(platforms),
  merchantId: z.string(),
  /** `YYYY-MM`. */
  month,
  /** `asked`: not taken yet; `making`: the marketplace makes the file. */
  state: z.enum(['asked', 'making', 'done', 'failed']),
  problem: z.nullable(z.string()),
  askedByName: z.string(),
  askedAt: instant,
  endedAt: z.nullable(instant),
  there: side,
  here: side,
  /** All of them; the largest are listed. */
  differences: z.int(),
  listed: z.array(
    z.strictObject({
      kind: z.enum(reconciliationKinds),
      orderId: z.nullable(z.uuid()),
      displayId: z.nullable(z.string()),
      /** Null: not there, or not here. */
      thereCents: z.nullable(z.int()),
      hereCents: z.nullable(z.int()),
    }),
  ),
})
export type Reconciliation = z.output<typeof reconciliation>

export const readReconciliations = route({
  name: 'readReconciliations',
  method: 'GET',
  path: '/reports/reconciliations',
  summary: 'Statements of a month that were compared with ours, the last of each month and merchant',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ selection: z.optional(z.string()) }),
  reply: z.strictObject({
    /** Those that give a statement of a month. */
    merchants: z.array(
      z.strictObject({
        storeId: z.uuid(),
        storeName: z.string(),
        platform: z.enum(platforms),
        merchantId: z.string(),
      }),
    ),
    reconciliations: z.array(reconciliation),
  }),
  errors: ['store/not-found'],
})

export const askReconciliation = route({
  name: 'askReconciliation',
  method: 'POST',
  path: '/reports/reconciliations/mine',
  summary: 'Asks a marketplace for the statement of a month, to compare it with ours',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    platform: z.enum(platforms),
    merchantId: z.string().check(z.minLength(1), z.maxLength(64)),
    month,
  }),
  reply: z.strictObject({ reconciliationId: z.uuid() }),
  errors: ['store/not-found', 'report/no-statement', 'report/reconciliation-under-way', 'validation/refused'],
  idempotency: 'accepted',
})
