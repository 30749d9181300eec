import type { DayStart } from '../figures/compared-days.rules.ts'

const defaultStart = '04:00'

/** Local `YYYY-MM-DD HH:MM` at which a business day of the store begins. */
export function startOfDay(store: { readonly dayStarts: readonly DayStart[] }, day: string): string {
  const start = store.dayStarts.find((each) => each.effectiveFrom <= day)
  return `${day} ${start?.startsAt ?? defaultStart}`
}
