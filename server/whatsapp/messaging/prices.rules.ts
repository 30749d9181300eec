import { prices, rates } from './prices.ts'

/** Inside the 24 hours after a customer's message a free text is `service`; a template is `utility`. */
export type CostClass = 'service' | 'utility'

interface Dated {
  /** First day it holds, `YYYY-MM-DD`. */
  readonly from: string
}

/** What a message to Brazil costs, in millionths of a real, by the list of its day. */
export function messageMicros(cost: CostClass, inWindow: boolean, day: string): number {
  const price = onDay(prices, day)
  const usdMicros =
    cost === 'service'
      ? price.serviceUsdMicros
      : inWindow
        ? price.utilityInWindowUsdMicros
        : price.utilityUsdMicros
  return Math.round(usdMicros * onDay(rates, day).realsPerDollar)
}

export const pricesOf = (day: string) => onDay(prices, day)

/** Rounded up: a month of cheap messages is not free. */
export const centsOfMicros = (micros: number): number => Math.ceil(micros / 10_000)

function onDay<T extends Dated>(list: readonly T[], day: string): T {
  const found = list.findLast(({ from }) => from <= day) ?? list[0]
  if (!found) throw new Error('A dated list is empty.')
  return found
}
