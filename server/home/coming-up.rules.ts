import type { Soon } from '../../contract/home/home.ts'

export interface Event {
  readonly kind: Soon['kind']
  readonly storeId: string
  readonly at: Date
  readonly count: number
}

/** Longer lists are not read. */
const maxShown = 8

/** Soonest first. The same thing at the same minute in several stores is one line. */
export function comingUp(events: readonly Event[], now: Date): Soon[] {
  const ahead = events.filter((event) => event.at > now)
  const sameLine = (event: Event) => `${Math.floor(event.at.getTime() / 60_000)} ${event.kind}`
  return [...Map.groupBy(ahead, sameLine).values()]
    .flatMap((same): Soon[] => {
      const [first] = same.toSorted((a, b) => a.at.getTime() - b.at.getTime())
      if (!first) return []
      return [
        {
          kind: first.kind,
          at: first.at.toISOString(),
          storeIds: same.map((event) => event.storeId).toSorted(),
          count: same.reduce((sum, event) => sum + event.count, 0),
        },
      ]
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.kind < b.kind ? -1 : 1))
    .slice(0, maxShown)
}
