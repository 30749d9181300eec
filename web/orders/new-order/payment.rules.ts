/** How people pay at the counter or at the door, the commonest first. */
export const counterMethods = ['PIX', 'CASH', 'CREDIT', 'DEBIT', 'MEAL_VOUCHER'] as const

const maxNotes = 3

/** With what a person is likely to pay this sum: the next ten, fifty and hundred reais, in centavos. */
export function likelyNotes(totalCents: number): readonly number[] {
  if (totalCents <= 0) return []
  const steps = [1_000, 5_000, 10_000, 20_000]
  const rounded = steps.map((step) => Math.ceil(totalCents / step) * step)
  return [...new Set(rounded)].filter((cents) => cents > totalCents).slice(0, maxNotes)
}

/** What the courier takes along, in centavos; null: no change is asked for. */
export function changeToTake(changeForCents: number | null, totalCents: number): number | null {
  return changeForCents === null || changeForCents <= totalCents ? null : changeForCents - totalCents
}
