import * as z from 'zod/mini'
import { centsFromReais } from '../../../../contract/shared/money.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'
import { rejectFailure, type IfoodCaller, type IfoodEnv } from '../http.ts'
import type { LedgerKind, LedgerLine, MerchantLedger, PayoutWeek } from '../../ledger.ts'
import { idsOfContent } from '../../id-of-content.ts'
import { readEach, type SetAside } from '../../sanitise/read-each.ts'
import { ifoodAnticipations } from './anticipations.ts'
import { amount, day, envelopeOf, merchantPath } from './documents.ts'
import { ifoodStatements } from './statements.ts'

const pageSize = 100
/** More pages than any week of a store has: a partner that never ends must not hold the import. */
const pagesLimit = 200

/** Financial API v3 (docs/marketplaces/ifood.md sections 6 and 6.2): the ledger and what was transferred. */
export function ifoodLedger(caller: IfoodCaller, env: IfoodEnv): MerchantLedger {
  const call = env.IFOOD_HOMOLOGATION ? forHomologation(caller) : caller
  return {
    readLines: async (merchantId, from, to, aside) => {
      const documents: unknown[] = []
      for (let page = 1; page <= pagesLimit; page += 1) {
        const query = new URLSearchParams({
          beginDate: from,
          endDate: to,
          page: String(page),
          size: String(pageSize),
        })
        const answer = await call('GET', `${merchantPath(merchantId)}/financial-events?${query}`)
        // Nothing billed in these days.
        if (answer.status === 404) break
        rejectFailure(answer, 'financial events')
        const reply = z.parse(ledgerPage, envelopeOf(answer.body))
        documents.push(...reply.financialEvents)
        if (!reply.hasNextPage) break
      }
      return ledgerLines(documents, aside)
    },
    readPayouts: async (merchantId, from, to, aside) => {
      const query = new URLSearchParams({ beginCalculationDate: from, endCalculationDate: to })
      const answer = await call('GET', `${merchantPath(merchantId)}/settlements?${query}`)
      if (answer.status === 404) return []
      rejectFailure(answer, 'settlements')
      return readEach(
        z.parse(settlementsReply, envelopeOf(answer.body)).settlements,
        payoutWeekOf(merchantId),
        aside,
      )
    },
    readAnticipations: ifoodAnticipations(call),
    statements: ifoodStatements(call, env),
  }
}

/** iFood answers with its test figures (page financial/homologation). */
const forHomologation =
  (call: IfoodCaller): IfoodCaller =>
  (method, path, options) =>
    call(method, path, {
      ...options,
      headers: { ...options?.headers, 'x-request-homologation': 'true' },
    })

const ledgerPage = z.object({
  financialEvents: z._default(z.array(z.unknown()), []),
  hasNextPage: z._default(z.boolean(), false),
})

const ledgerDocument = z.object({
  id: z.optional(z.string()),
  name: z.string(),
  description: z.optional(z.nullable(z.string())),
  product: z.optional(z.nullable(z.string())),
  trigger: z.optional(z.nullable(z.string())),
  competence: z.optional(z.nullable(z.string())),
  period: z.object({ beginDate: day, endDate: day }),
  reference: z.optional(
    z.nullable(
      z.object({
        type: z.optional(z.nullable(z.string())),
        id: z.optional(z.nullable(z.string())),
        date: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  hasTransferImpact: z.optional(z.nullable(z.boolean())),
  amount: z.object({ value: amount }),
  settlement: z.optional(z.nullable(z.object({ expectedDate: z.optional(z.nullable(day)) }))),
})

/** The partner's names that we act on; any other is kept as `other`. */
const kinds: Readonly<Record<string, LedgerKind>> = {
  SALE: 'sale',
  ORDER_PAYMENT: 'sale',
  IFOOD_SUBSIDY: 'subsidy',
  ORDER_COMMISSION: 'commission',
  PAYMENT_TRANSACTION_FEE: 'paymentFee',
  ORDER_DELIVERY_COMMISSION: 'logistics',
  ORDER_CANCELLATION: 'cancellation',
  ORDER_REFUND: 'refund',
  ORDER_ADJUSTMENT: 'adjustment',
  ANTICIPATION_FEE: 'anticipation',
  MONTHLY_FEE: 'subscription',
}

/** The ledger gives its lines no id. */
function ledgerLines(documents: readonly unknown[], aside: SetAside | undefined): readonly LedgerLine[] {
  const idOf = idsOfContent()
  const lineOf = (raw: unknown): LedgerLine => {
    const line = z.parse(ledgerDocument, raw)
    const orderId = line.reference?.type === 'ORDER' ? (line.reference.id ?? null) : null
    const cents = centsFromReais(line.amount.value)
    const id = idOf([
      line.name,
      line.trigger ?? null,
      line.product ?? null,
      line.competence ?? null,
      line.period.beginDate,
      line.reference?.type ?? null,
      line.reference?.id ?? null,
      line.reference?.date ?? null,
      cents,
      line.hasTransferImpact ?? null,
    ])
    return {
      id: line.id ?? id,
      orderId,
      kind: lookup(kinds, line.name) ?? 'other',
      partnerKind: line.name,
      description: line.description ?? null,
      cents,
      // Missing: it counts, so that no money is hidden.
      transferred: line.hasTransferImpact !== false,
      // A line without a day counts on the first day of its week.
      saleDay: (line.reference?.date ?? line.period.beginDate).slice(0, 10),
      saleAt: line.reference?.date && line.reference.date.length > 10 ? line.reference.date : null,
      periodFrom: line.period.beginDate.slice(0, 10),
      periodTo: line.period.endDate.slice(0, 10),
      expectedOn: line.settlement?.expectedDate?.slice(0, 10) ?? null,
      raw,
    }
  }
  return readEach(documents, lineOf, aside)
}

const settlementDocument = z.object({
  id: z.optional(z.string()),
  startDateCalculation: day,
  endDateCalculation: day,
  expectedPaymentDate: z.optional(z.nullable(day)),
  closingItems: z.array(
    z.object({
      type: z.optional(z.nullable(z.string())),
      amount,
      status: z.optional(z.nullable(z.string())),
      paymentDate: z.optional(z.nullable(day)),
    }),
  ),
})
const settlementsReply = z.object({ settlements: z._default(z.array(z.unknown()), []) })

const failed = new Set(['FAILED', 'RETURNED', 'REJECTED'])

const payoutWeekOf =
  (merchantId: string) =>
  (raw: unknown): PayoutWeek => {
    const document = z.parse(settlementDocument, raw)
    const { closingItems: items } = document
    const paid = items.length > 0 && items.every((item) => item.status === 'SUCCEED')
    const dates = items
      .flatMap((item) => (item.paymentDate ? [item.paymentDate.slice(0, 10)] : []))
      .toSorted((a, b) => (a < b ? -1 : 1))
    const last = dates.at(-1) ?? null
    return {
      // The reference shows weeks without an id.
      id: document.id ?? `${merchantId}-${document.startDateCalculation.slice(0, 10)}`,
      periodFrom: document.startDateCalculation.slice(0, 10),
      periodTo: document.endDateCalculation.slice(0, 10),
      expectedOn: document.expectedPaymentDate?.slice(0, 10) ?? last,
      paidOn: paid ? last : null,
      cents: items.reduce((sum, item) => sum + centsFromReais(item.amount), 0),
      status: paid ? 'paid' : items.some((item) => failed.has(item.status ?? '')) ? 'failed' : 'settled',
      raw,
    }
  }
