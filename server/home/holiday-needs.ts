import type { Transaction } from 'kysely'
import { addDays } from '../../contract/shared/day.ts'
import { holidayAsksDays } from '../../contract/stores/channels.ts'
import type { Cell } from '../db/tables.ts'
import { instantOf, undecidedHolidays, type StoreRow } from '../stores/stores.ts'
import { waits } from './rank-needs.rules.ts'

/** Holidays within a week that stores have not decided about: nothing is lost before they begin, so none has a price. */
export async function holidayNeeds(tx: Transaction<Cell>, rows: readonly StoreRow[], now: Date) {
  const zones = new Map(rows.map(({ store, today }) => [store.id, today.timezone]))
  const found = await undecidedHolidays(tx, [...zones.keys()], now)
  return found.flatMap(({ day, name, storeIds }) => {
    const [first] = storeIds
    if (first === undefined) return []
    // The zone in which the day comes first.
    const begins = (on: string) =>
      new Date(Math.min(...storeIds.map((id) => instantOf(on, '00:00', zones.get(id) ?? ''))))
    return [
      {
        kind: 'holiday' as const,
        ...waits(`holiday ${day}`, first, {
          since: begins(addDays(day, -holidayAsksDays)),
          deadline: begins(day),
        }),
        storeIds: [...storeIds],
        holiday: { day, name },
      },
    ]
  })
}
