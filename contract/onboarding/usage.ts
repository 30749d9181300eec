import * as z from 'zod/mini'
import { roleNames } from '../shared/access.ts'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { houseKinds } from '../stores/house-kinds.ts'
import { stepKeys } from './steps.ts'

const skipped = z.strictObject({ at: instant, by: z.string(), note: z.string() })

export const usageStep = z.strictObject({
  key: z.enum(stepKeys),
  minutes: z.int(),
  role: z.enum(roleNames),
  /** By the facts alone. */
  done: z.boolean(),
  /** A person's word that it can wait; kept, but without effect, once the step is done. */
  skipped: z.nullable(skipped),
})
export type UsageStep = z.output<typeof usageStep>

export const usageData = z.strictObject({
  storeId: z.uuid(),
  /** Null: the store was not opened in the panel, so nothing reminds of its steps. */
  startedAt: z.nullable(instant),
  finishedAt: z.nullable(instant),
  house: z.nullable(z.enum(houseKinds)),
  /** The owner writes the menu instead of copying one. */
  selfMadeMenu: z.boolean(),
  menuReady: z.boolean(),
  /** Items that a customer can order by their price; the menu's step wants `minPricedItems`. */
  pricedItems: z.int(),
  steps: z.array(usageStep),
  /** The open test order; null: none. */
  testOrder: z.nullable(
    z.strictObject({
      id: z.uuid(),
      displayId: z.string(),
      status: z.string(),
      /** Whether its tickets came out; null: there is no printer, or printing is off. */
      printed: z.nullable(z.boolean()),
    }),
  ),
  /** 0: never saved. */
  version: z.int(),
})
export type UsageData = z.output<typeof usageData>

export const readUsage = route({
  name: 'readUsage',
  method: 'GET',
  path: '/usageData/get-mine',
  summary: 'The first steps of the store, each done by a fact',
  access: { kind: 'store', role: 'manager' },
  reply: usageData,
  errors: ['store/not-found'],
})

const version = seenRevision()

export const saveSelfMadeMenu = route({
  name: 'saveSelfMadeMenu',
  method: 'PATCH',
  path: '/usageData/update-mine-selfMadeMenu',
  summary: 'Whether the owner writes the menu; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ selfMadeMenu: z.boolean('Diga se o cardápio é feito à mão.'), version }),
  reply: usageData,
  errors: ['store/not-found', 'usage/stale'],
})

export const saveMenuReady = route({
  name: 'saveMenuReady',
  method: 'PATCH',
  path: '/usageData/update-mine-menu-ready',
  summary: 'Declares the menu ready; refused while an item has no price',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ menuReady: z.boolean('Diga se o cardápio está pronto.'), version }),
  reply: usageData,
  errors: ['store/not-found', 'usage/stale', 'usage/menu-not-ready'],
})

/** Looks again at the facts, and answers once for each what is new. */
export const checkUsage = route({
  name: 'checkUsage',
  method: 'POST',
  path: '/usageData/check-mine',
  summary: 'Looks again at the facts and tells once what is new',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  reply: z.strictObject({
    usage: usageData,
    /** Steps done since the last check. */
    news: z.array(z.enum(stepKeys)),
    /** The store's first real order, in the reply to one caller only. */
    firstOrder: z.nullable(z.strictObject({ id: z.uuid(), displayId: z.string(), at: instant })),
  }),
  errors: ['store/not-found'],
})

export const updateChecklist = route({
  name: 'updateChecklist',
  method: 'POST',
  path: '/usageData/update-checklist',
  summary: 'Skips a step with a note, takes that back, or changes the note; never makes a step done',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z
    .strictObject({
      key: z.enum(stepKeys, 'Passo desconhecido.'),
      action: z.enum(['skip', 'unskip', 'note'], 'Escolha pular, voltar ou anotar.'),
      note: z.optional(
        z.string('Escreva o motivo.').check(z.trim(), z.maxLength(200, 'No máximo 200 letras.')),
      ),
    })
    .check(
      z.refine(({ action, note }) => action === 'unskip' || (note ?? '') !== '', {
        path: ['note'],
        message: 'Escreva por que este passo pode esperar.',
      }),
    ),
  reply: usageData,
  errors: ['store/not-found', 'usage/step-done', 'usage/step-skipped', 'usage/step-not-skipped'],
})
