import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/** `YYYY-MM` of business days. */
export const monthText = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Informe o mês como 2026-11.'))

/** R$ 10 million. */
export const maxGoalCents = 1_000_000_000

const goalOfStore = z.strictObject({
  storeId: z.uuid(),
  /** The month that runs in the store. */
  month: monthText,
  /** Net; null: no goal. */
  goalCents: z.nullable(z.int()),
  /** 0: nobody set one for this month. */
  version: z.int(),
  /** Net since the month began. */
  soldCents: z.int(),
  /**
   * What the month ends with if each day left sells the mean of its weekday in the last eight weeks; null: fewer than five weeks of
   * sales.
   */
  paceCents: z.nullable(z.int()),
})
export type GoalOfStore = z.output<typeof goalOfStore>

export const readSalesGoals = route({
  name: 'readSalesGoals',
  method: 'GET',
  path: '/goals',
  summary: 'Per store: goal of the running month, net so far, and where its pace leads',
  access: { kind: 'selection', role: 'manager' },
  load: 'report',
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ stores: z.array(goalOfStore) }),
  errors: ['store/not-found', 'permission/denied'],
})

export const saveSalesGoal = route({
  name: 'saveSalesGoal',
  method: 'PUT',
  path: '/goals/mine',
  summary: 'Sets or takes back the store’s goal of a month; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    month: monthText,
    /** Null: no goal. */
    goalCents: z.nullable(
      z
        .int('Informe a meta em reais.')
        .check(
          z.gte(100, 'A meta precisa ser de pelo menos R$\u00a01,00.'),
          z.lte(maxGoalCents, 'A meta é alta demais.'),
        ),
    ),
    version: seenRevision(),
  }),
  reply: z.strictObject({ goalCents: z.nullable(z.int()), version: z.int() }),
  errors: ['store/not-found', 'store/stale-goal'],
})
