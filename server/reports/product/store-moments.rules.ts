import { startOn, type StoreClock } from '../figures/store-clock.rules.ts'

/** Local `YYYY-MM-DD HH:MM` at which a business day of the store begins. */
export function startOfDay(store: Pick<StoreClock, 'dayStarts'>, day: string): string {
  return `${day} ${startOn(store, day)}`
}
