import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { weekHours } from '../../../contract/stores/hours.ts'
import { weekdays, type OpeningInterval } from '../../../contract/stores/stores.ts'
import { saveWeekIn, workingHoursOf } from '../../stores/stores.ts'
import type { Kind } from './kind.ts'

const kept = z.object({
  /** After the change: a newer one is another person's. */
  version: z.int(),
  before: weekHours,
})

/** Opening hours of the week; days that were decided one by one stay. */
export const week: Kind<'week'> = {
  facet: 'hours',
  apply: async (tx, call, { week: wanted }) => {
    const current = await workingHoursOf(tx, call.storeId, call.now)
    const changed = weekdays.filter((day) => !isDeepStrictEqual(on(day, current.week), on(day, wanted)))
    if (changed.length === 0) return { state: 'same', words: 'Já tem esta semana.' }
    const body = { week: [...wanted], version: current.version }
    const { version } = await saveWeekIn(tx, { ...call, body })
    return {
      state: 'done',
      words: `${changed.map((day) => `${names[day]}: ${wordsOf(on(day, wanted))}`).join('; ')}.`,
      kept: { version, before: current.week },
    }
  },
  undo: async (tx, call, was) => {
    const { version, before } = kept.parse(was)
    await saveWeekIn(tx, { ...call, body: { week: before, version } })
  },
}

const on = (day: OpeningInterval['weekday'], hours: readonly OpeningInterval[]) =>
  hours.filter(({ weekday }) => weekday === day).toSorted((a, b) => (a.start < b.start ? -1 : 1))

const wordsOf = (hours: readonly OpeningInterval[]): string =>
  hours.length === 0 ? 'fechada' : hours.map(({ start, end }) => `${start} às ${end}`).join(' e ')

const names: Readonly<Record<OpeningInterval['weekday'], string>> = {
  SUNDAY: 'Domingo',
  MONDAY: 'Segunda',
  TUESDAY: 'Terça',
  WEDNESDAY: 'Quarta',
  THURSDAY: 'Quinta',
  FRIDAY: 'Sexta',
  SATURDAY: 'Sábado',
}
