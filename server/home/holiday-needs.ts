import type { Transaction } from 'kysely'
import { addDays } from '../../contract/shared/day.ts'
import { holidayAsksDays } from '../../contract/stores/channels.ts'
import type { Cell } from '../db/tables.ts'
import { instantOf, undecidedHolidays, type StoreRow } from '../stores/stores.ts'
import { waits } from './rank-needs.rules.ts'
import type { Priced } from './risk.rules.ts'

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

/** The needs of each cell as those of all: a holiday is one need of every store that has not decided about it. */
export function withHolidaysOnce(cells: readonly (readonly Priced[])[]): readonly Priced[] {
  if (cells.length === 1) return cells.flat()
  const [holidays, others] = [
    cells.flat().flatMap((need) => (need.kind === 'holiday' ? [need] : [])),
    cells.flat().filter(({ kind }) => kind !== 'holiday'),
  ]
  const merged = [...Map.groupBy(holidays, ({ key }) => key).values()].map((same) =>
    same.reduce((all, one) => {
      const storeIds = [...all.storeIds, ...one.storeIds].toSorted()
      const [since, deadline] = [earlier(all.since, one.since), earlier(all.deadline, one.deadline)]
      return { ...all, storeId: storeIds[0] ?? all.storeId, storeIds, since, deadline }
    }),
  )
  return [...others, ...merged]
}

/** Of two instants, ISO in UTC. */
const earlier = (a: string | null, b: string | null): string | null =>
  a !== null && (b === null || a < b) ? a : b
