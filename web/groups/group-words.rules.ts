import type { GroupDay } from '../../contract/groups/group-day.ts'
import { addDays } from '../../contract/shared/day.ts'
import { storesLimit } from '../../contract/shared/headers.ts'
import { count, dayBrief, plural, weekdayName } from '../words/format.ts'

/** "6 lojas", "2 de 6 lojas" where the others are not with the reader, "lojas 101 a 200 de 250" where there are pages. */
export function storesWords({ page, otherStores }: Pick<GroupDay, 'page' | 'otherStores'>): string {
  if (page.of > 1) return `lojas ${placesWords(page, page.number)} de ${count(page.stores)}`
  if (otherStores > 0) return `${page.stores} de ${count(page.stores + otherStores)} lojas`
  return plural(page.stores, 'loja', 'lojas')
}

/** "101 a 200": the stores of a page by their place in the group. */
export function placesWords({ stores }: Pick<GroupDay['page'], 'stores'>, number: number): string {
  const first = (number - 1) * storesLimit + 1
  const last = Math.min(number * storesLimit, stores)
  return first === last ? String(first) : `${first} a ${last}`
}

type Described = Pick<GroupDay, 'day' | 'running' | 'comparison'>

const isMasculine = (weekday: string): boolean => weekday === 'sábado' || weekday === 'domingo'

/** The compared day after "contra": "a sexta passada". */
export function comparedWords({ day, comparison }: Described): string {
  const weekday = weekdayName(day)
  const [o, um, passada] = isMasculine(weekday) ? ['o', 'um', 'passado'] : ['a', 'uma', 'passada']
  switch (comparison.kind) {
    case 'yesterday':
      return 'o dia anterior'
    case 'same-weekday-last-week':
      return `${o} ${weekday} ${passada}`
    case 'mean-of-four-same-weekdays':
      return `${um} ${weekday} comum`
    case 'last-year':
      return `${um} ${weekday} do ano passado`
    case 'custom':
      return dayBrief(comparison.days[0] ?? day, true)
  }
}

/** "hoje até as 20:14", "ontem", "sexta, 20 de nov."; `short` where the line is narrow. */
export function dayWords(
  { day, running, comparison }: Described,
  today: string,
): { long: string; short: string } {
  if (running && comparison.cutAt) return { long: `hoje até ${clockWords(comparison.cutAt)}`, short: 'hoje' }
  if (day === addDays(today, -1)) return { long: 'ontem', short: 'ontem' }
  return { long: `${weekdayName(day)}, ${dayBrief(day)}`, short: dayBrief(day) }
}

/** "as 20:14", "a 1:05". */
const clockWords = (time: string): string => `${time.startsWith('01') ? 'a' : 'as'} ${time.replace(/^0/, '')}`

/** What the tick of a store means: its own compared day. */
export function tickWords(report: Described): string {
  const { running, comparison } = report
  const until = running && comparison.cutAt ? `, até ${clockWords(comparison.cutAt)}` : ''
  return `O traço é ${comparedWords(report)} em cada loja${until}.`
}

/** The smallest place, 0 to 4, that holds a count among counts up to `largest`. */
export function stepOf(orders: number, largest: number): number {
  if (orders <= 0 || largest <= 0) return 0
  const limits = [0.1, 0.25, 0.45, 0.7]
  const share = orders / largest
  const step = limits.findIndex((limit) => share <= limit)
  return step === -1 ? limits.length : step
}
