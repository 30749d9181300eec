import { countedMeasures } from '../../../contract/reports/metrics/measures.ts'
import { defaultDayStart } from '../../../contract/shared/day.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { hoursOfDay, lineMeasures } from './line-measures.ts'

const lists: Readonly<Record<string, readonly string[]>> = {
  columns: countedMeasures.map(({ column }) => column),
  counted: countedMeasures.map(({ column, counted }) => `${counted} as ${column}`),
  refunded: countedMeasures.map(({ column, refunded }) => `${refunded} as ${column}`),
  hours: lineMeasures.flatMap((measure) => hoursOfDay.map((hour) => `${measure}_${hour}`)),
}

/**
 * A file of server/db/functions with the lists of the contract filled in: `{{sum($)}}` is repeated for the column of
 * every counted measure, `{{counted: $}}` for what an order adds to it, `{{refunded: $}}` for what a refund does, `{{hours: $}}` for every column
 * of an hour.
 */
export function filledFunction(template: string): string {
  return template
    .replaceAll('{{default day start}}', defaultDayStart)
    .replaceAll(
      /^(.*?)\{\{(?:(counted|refunded|hours): )?(.+?)\}\}/gm,
      (_, before: string, list = 'columns', each: string) => {
        const indent = /^ */.exec(before)?.[0] ?? ''
        const items = (lookup(lists, list) ?? []).map((item) => each.replaceAll('$', () => item))
        return `${before}${items.join(`,\n${indent}`)}`
      },
    )
}
