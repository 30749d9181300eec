import * as z from 'zod/mini'
import { dayText } from '../../../contract/shared/day.ts'
import { isStorableId } from './sanitise-event.ts'
import { fitTo, plausibleInstant } from './fit-to-schema.ts'
import type { LedgerLine, PayoutWeek } from '../ledger.ts'
import { storable } from './storable.ts'

/** Money is never guessed: a line whose amount or week cannot be read is set aside, not limited. */
const highestLineCents = 100_000_000
const highestWeekCents = 1_000_000_000
const isAmount = (cents: number, most: number): boolean => Number.isInteger(cents) && Math.abs(cents) <= most
const isDay = (day: string): boolean => fitTo(dayText, day) !== null && z.safeParse(dayText, day).success

const isWeek = (sent: { periodFrom: string; periodTo: string }): boolean =>
  isDay(sent.periodFrom) && isDay(sent.periodTo)

const texts = z.object({
  partnerKind: z.string().check(z.maxLength(100)),
  description: z.nullable(z.string().check(z.maxLength(1_000))),
  expectedOn: z.nullable(dayText),
})

/** A ledger line that can be stored and shown, in centavos. Null: it cannot be kept. */
export function sanitiseLedgerLine(sent: LedgerLine): LedgerLine | null {
  const fitted = fitTo(texts, sent)
  const isWhole = isAmount(sent.cents, highestLineCents) && isWeek(sent) && isStorableId(sent.id)
  if (!fitted || !isWhole) return null
  return {
    ...sent,
    ...fitted.value,
    // A sale without a day counts on the first day of its week.
    saleAt: sent.saleAt !== null && plausibleInstant(new Date(sent.saleAt)) ? sent.saleAt : null,
    saleDay: isDay(sent.saleDay) ? sent.saleDay : sent.periodFrom,
    orderId: sent.orderId !== null && isStorableId(sent.orderId) ? sent.orderId : null,
    raw: storable(sent.raw),
  }
}

/** Null: the payout week cannot be kept. */
export function sanitisePayoutWeek(sent: PayoutWeek): PayoutWeek | null {
  const isWhole = isAmount(sent.cents, highestWeekCents) && isWeek(sent) && isStorableId(sent.id)
  if (!isWhole) return null
  const day = (text: string | null) => (text !== null && isDay(text) ? text : null)
  return { ...sent, expectedOn: day(sent.expectedOn), paidOn: day(sent.paidOn), raw: storable(sent.raw) }
}
