import type { TemplateCategory } from './line-events.ts'
import { prices, rates } from './prices.ts'

/** `service` is free text within the service window; the others are Meta's categories of templates. */
export type CostClass = 'service' | TemplateCategory

/** The stored category of a template. Null or unknown: the one that we ask for. */
export const categoryOf = (column: string | null): TemplateCategory =>
  column === 'marketing' || column === 'authentication' ? column : 'utility'

interface Dated {
  /** First day on which it applies, `YYYY-MM-DD`. */
  readonly from: string
}

/** The cost of a message to Brazil in millionths of a real, by the price list of that day. */
export function messageMicros(cost: CostClass, inWindow: boolean, day: string): number {
  const price = onDay(prices, day)
  const usdMicros =
    cost === 'utility' && inWindow ? price.utilityInWindowUsdMicros : price[`${cost}UsdMicros`]
  return Math.round(usdMicros * onDay(rates, day).realsPerDollar)
}

export const pricesOn = (day: string) => onDay(prices, day)

/** Rounds up, so that a month of cheap messages is never shown as free. */
export const microsToCents = (micros: number): number => Math.ceil(micros / 10_000)

function onDay<T extends Dated>(list: readonly T[], day: string): T {
  const found = list.findLast(({ from }) => from <= day) ?? list[0]
  if (!found) throw new Error('A list of prices or rates is empty.')
  return found
}
