import * as z from 'zod/mini'
import { centsFromReais } from '../../../../contract/shared/money.ts'
import type { Anticipation, ReadAnticipations } from '../../ledger.ts'
import { idsOfContent } from '../../id-of-content.ts'
import { readEach } from '../../sanitise/read-each.ts'
import { rejectFailure, type IfoodCaller } from '../http.ts'
import { amount, day, envelopeOf, merchantPath } from './documents.ts'

/** Payouts of iFood Pago that were paid before their day (docs/marketplaces/ifood.md section 6.2). */
export const ifoodAnticipations =
  (call: IfoodCaller): ReadAnticipations =>
  async (merchantId, from, to, aside) => {
    const query = new URLSearchParams({ beginCalculationDate: from, endCalculationDate: to })
    const answer = await call('GET', `${merchantPath(merchantId)}/anticipations?${query}`)
    // Without a plan nothing is anticipated.
    if (answer.status === 404 || answer.status === 204) return []
    rejectFailure(answer, 'anticipations')
    const { settlements } = z.parse(anticipationsReply, envelopeOf(answer.body))
    const idOf = idsOfContent()
    return readEach(settlements, partsOfWeek, aside)
      .flat()
      .flatMap((part) => readEach([part], () => anticipationOf(merchantId, part, idOf), aside))
  }

const anticipationsReply = z.object({ settlements: z._default(z.array(z.unknown()), []) })
const weekDocument = z.object({
  startDateCalculation: day,
  endDateCalculation: day,
  closingItems: z.array(z.unknown()),
})
const itemDocument = z.object({
  type: z.optional(z.nullable(z.string())),
  originalPaymentAmount: amount,
  feeAmount: amount,
  anticipatedPaymentAmount: amount,
  status: z.optional(z.nullable(z.string())),
  originalPaymentDate: z.optional(z.nullable(day)),
  anticipatedPaymentDate: z.optional(z.nullable(day)),
})

interface Part {
  readonly week: z.output<typeof weekDocument>
  readonly item: unknown
}

function partsOfWeek(raw: unknown): readonly Part[] {
  const week = z.parse(weekDocument, raw)
  return week.closingItems.map((item) => ({ week, item }))
}

/** Its id is made of its week, type and days. */
function anticipationOf(
  merchantId: string,
  { week, item }: Part,
  idOf: ReturnType<typeof idsOfContent>,
): Anticipation {
  const document = z.parse(itemDocument, item)
  const id = idOf([
    merchantId,
    week.startDateCalculation,
    document.type ?? null,
    document.originalPaymentDate ?? null,
    document.anticipatedPaymentDate ?? null,
  ])
  const paidOn = document.anticipatedPaymentDate?.slice(0, 10) ?? null
  return {
    id,
    periodFrom: week.startDateCalculation.slice(0, 10),
    periodTo: week.endDateCalculation.slice(0, 10),
    originalOn: document.originalPaymentDate?.slice(0, 10) ?? null,
    paidOn,
    originalCents: centsFromReais(document.originalPaymentAmount),
    // The sign of a fee is not published.
    feeCents: Math.abs(centsFromReais(document.feeAmount)),
    cents: centsFromReais(document.anticipatedPaymentAmount),
    status: document.status === 'SUCCEED' ? 'paid' : document.status === 'FAILED' ? 'failed' : 'waiting',
    raw: item,
  }
}
