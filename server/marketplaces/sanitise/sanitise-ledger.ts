import * as z from 'zod/mini'
import { dayText } from '../../../contract/shared/day.ts'
import { isStorableId } from './sanitise-event.ts'
import { cleanText, fitTo, plausibleInstant } from './fit-to-schema.ts'
import type { Anticipation, LedgerLine, MerchantStatements, PayoutWeek, StatementLine } from '../ledger.ts'
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
  return {
    ...sent,
    expectedOn: dayOrNull(sent.expectedOn),
    paidOn: dayOrNull(sent.paidOn),
    raw: storable(sent.raw),
  }
}

/** Null: the anticipation cannot be kept. */
export function sanitiseAnticipation(sent: Anticipation): Anticipation | null {
  const amounts = [sent.originalCents, sent.feeCents, sent.cents]
  const isWhole =
    amounts.every((cents) => isAmount(cents, highestWeekCents)) && isWeek(sent) && isStorableId(sent.id)
  if (!isWhole) return null
  return {
    ...sent,
    originalOn: dayOrNull(sent.originalOn),
    paidOn: dayOrNull(sent.paidOn),
    raw: storable(sent.raw),
  }
}

const dayOrNull = (text: string | null): string | null => (text !== null && isDay(text) ? text : null)

/** More lines than a month of the largest store has. */
const maxLines = 500_000

/** A statement or a list with one entry that cannot be kept is refused whole: what is left would not be its sum. */
export const sanitiseStatements = (statements: MerchantStatements): MerchantStatements => ({
  readClosed: async (merchantId, month) => {
    const lines = await statements.readClosed(merchantId, month)
    return lines === null ? null : soundLines(lines)
  },
  ask: async (merchantId, month) => {
    const requestId = await statements.ask(merchantId, month)
    if (!isStorableId(requestId)) throw new Error('a request whose id cannot be kept')
    return requestId
  },
  read: async (merchantId, requestId) => {
    const statement = await statements.read(merchantId, requestId)
    if (statement.state === 'failed')
      return { ...statement, said: statement.said === null ? null : cleanText(statement.said, 300) }
    if (statement.state !== 'ready') return statement
    return { ...statement, lines: soundLines(statement.lines) }
  },
  readSales: async (merchantId, from, to) => {
    const sales = await statements.readSales(merchantId, from, to)
    const isSound = sales.every(
      ({ externalId, itemsCents }) => isStorableId(externalId) && isAmount(itemsCents, highestLineCents),
    )
    if (!isSound) throw new Error('sales that cannot be kept')
    return sales.map((sale) => ({ ...sale, displayId: cleanText(sale.displayId, 40) }))
  },
})

function soundLines(lines: readonly StatementLine[]): readonly StatementLine[] {
  const isSound =
    lines.length <= maxLines &&
    lines.every(
      ({ orderId, cents }) =>
        isAmount(cents, highestWeekCents) && (orderId === null || isStorableId(orderId)),
    )
  if (!isSound) throw new Error('a statement that cannot be kept')
  return lines.map((line) => ({ ...line, description: cleanText(line.description, 200) }))
}
