import { brazilianDay } from '../../../contract/shared/day.ts'
import type { Transaction } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { specialDay as specialDayShape, type SpecialDay } from '../../../contract/stores/hours.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { deleteSpecialDayIn, saveSpecialDayIn, specialDaysOf } from '../../stores/stores.ts'
import type { ActionOf, Kind, PartCall } from './kind.ts'

const kept = z.object({
  day: z.string(),
  /** After the change: a newer one is another person's. */
  version: z.int(),
  before: z.nullable(specialDayShape),
})

/** Decides a holiday, or any one day. */
export const specialDay: Kind<'special-day'> = {
  facet: 'hours',
  apply: async (tx, call, { day, decision }) => {
    const { name } = decision
    const before = await dayOf(tx, call, day)
    const words = `${brazilianDay(day).slice(0, 5)}, ${name}: ${wordsOf(decision)}.`
    if (before && isDeepStrictEqual(decided(before), decided(decision))) return { state: 'same', words }
    const body = { ...decision, day, version: before?.version ?? 0 }
    await saveSpecialDayIn(tx, { ...call, body })
    const after = await dayOf(tx, call, day)
    return {
      state: 'done',
      words: before ? `${words} Antes: ${wordsOf(before)}.` : words,
      kept: { day, version: after?.version ?? 0, before },
    }
  },
  undo: async (tx, call, was) => {
    const { day, version, before } = kept.parse(was)
    if ((await dayOf(tx, call, day))?.version !== version) throw new AppError('bulk/nothing-to-undo')
    if (before) await saveSpecialDayIn(tx, { ...call, body: { ...before, version } })
    else await deleteSpecialDayIn(tx, call, day)
  },
}

async function dayOf(
  tx: Transaction<Cell>,
  { storeId, now }: PartCall,
  day: string,
): Promise<SpecialDay | null> {
  const days = await specialDaysOf(tx, [storeId], now)
  return days.get(storeId)?.find((one) => one.day === day) ?? null
}

type Decision = ActionOf<'special-day'>['decision']

const decided = ({ name, kind, intervals }: Decision) => ({
  name,
  kind,
  intervals,
})

function wordsOf({ kind, intervals }: Decision): string {
  if (kind === 'closed') return 'fechada'
  if (kind === 'week') return 'abre como na semana'
  return intervals.map(({ start, end }) => `das ${start} às ${end}`).join(' e ')
}
