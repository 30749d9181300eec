import * as z from 'zod/mini'
import { givenInstant, instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { deliveryCents, maxZones } from './zones.ts'
import { deliveryWindow } from './windows.ts'

export const maxModifiers = 50
/** Of a manual one: how long it runs unless said otherwise, and at most. */
export const manualMinutes = { usual: 90, most: 12 * 60 } as const
/** An automatic one that went on at n goes off at n − 3, and not before 15 minutes have passed. */
export const hysteresis = { below: 3, minutes: 15 } as const

/** Applied in this order, whatever order they were written in. */
export const effectKinds = ['closeZone', 'minutes', 'minimum', 'fixed', 'percent'] as const
export type EffectKind = (typeof effectKinds)[number]

const effect = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('closeZone') }),
    z.strictObject({
      kind: z.literal('minutes'),
      minutes: z
        .int('Informe os minutos.')
        .check(z.gte(-120, 'No mínimo −120 minutos.'), z.lte(240, 'No máximo 240 minutos.')),
    }),
    /** The order's minimum is at least this. */
    z.strictObject({ kind: z.literal('minimum'), cents: deliveryCents }),
    z.strictObject({
      kind: z.literal('fixed'),
      cents: z
        .int('Informe o valor em centavos.')
        .check(z.gte(-10_000, 'No mínimo −R$\u00a0100,00.'), z.lte(10_000, 'No máximo R$\u00a0100,00.')),
    }),
    z.strictObject({
      kind: z.literal('percent'),
      percent: z
        .int('Informe a porcentagem inteira.')
        .check(z.gte(-100, 'No mínimo −100\u00a0%.'), z.lte(300, 'No máximo 300\u00a0%.')),
    }),
  ],
  'Escolha o que muda.',
)
export type ModifierEffect = z.output<typeof effect>

const count = (message: string) => z.int(message).check(z.gte(1, message), z.lte(500, message))

const trigger = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('weekly'),
      windows: z
        .array(deliveryWindow)
        .check(z.minLength(1, 'Informe ao menos um horário.'), z.maxLength(14, 'No máximo 14 horários.')),
    }),
    /** Runs until then; null or past: off. */
    z.strictObject({ kind: z.literal('manual'), until: z.nullable(givenInstant) }),
    /** More open orders than this. */
    z.strictObject({ kind: z.literal('queueOver'), count: count('Informe quantos pedidos, de 1 a 500.') }),
    z.strictObject({
      kind: z.literal('freeCouriersUnder'),
      count: count('Informe quantos motoboys, de 1 a 500.'),
    }),
    /** Holidays and special days of the store's hours. */
    z.strictObject({ kind: z.literal('specialDays') }),
  ],
  'Escolha quando vale.',
)
export type ModifierTrigger = z.output<typeof trigger>

export const modifierName = z
  .string('Dê um nome.')
  .check(z.trim(), z.minLength(1, 'Dê um nome.'), z.maxLength(60, 'No máximo 60 letras.'), plainName())

export const modifierEffects = z.array(effect).check(
  z.minLength(1, 'Escolha o que muda.'),
  z.refine(
    (list) => new Set(list.map(({ kind }) => kind)).size === list.length,
    'Cada mudança entra uma vez.',
  ),
)

const fields = {
  name: modifierName,
  effects: modifierEffects,
  /** It raises the fee to this at most; null: no cap. */
  capCents: z.nullable(deliveryCents),
  /** What it adds to the fee is added to the courier's payout. */
  toCourier: z.boolean(),
  when: trigger,
  /** Empty: all zones. */
  zoneIds: z.array(z.uuid('Área inválida.')).check(z.maxLength(maxZones)),
  active: z.boolean(),
} as const

/** What a run of it did, against the mean of the same hours of the four weeks before. */
const outcome = z.strictObject({ orders: z.int(), cents: z.int(), cancelled: z.int() })
export const modifierRun = z.strictObject({
  startedAt: instant,
  endedAt: z.nullable(instant),
  during: outcome,
  usual: outcome,
})
export type ModifierRun = z.output<typeof modifierRun>

export const deliveryModifier = z.strictObject({
  id: z.uuid(),
  storeId: z.uuid(),
  ...fields,
  version: z.int(),
  on: z.boolean(),
  /** Since when it applies; null: it does not, or its time says so. */
  since: z.nullable(instant),
  /** When it ends without anybody; null: it does not apply, or its cause ends it. */
  until: z.nullable(instant),
})
export type DeliveryModifier = z.output<typeof deliveryModifier>

export const readDeliveryModifiers = route({
  name: 'readDeliveryModifiers',
  method: 'GET',
  path: '/delivery/modifiers',
  summary: 'What changes fee and time, in all stores that the caller manages',
  access: { kind: 'user' },
  reply: z.strictObject({ modifiers: z.array(deliveryModifier) }),
  errors: [],
})

/** Without `id`: a new one in each of the stores (absent: in the store of `x-store-id`). */
export const modifierBody = z.strictObject({
  storeIds: z.optional(
    z
      .array(z.uuid('Loja inválida.'))
      .check(z.minLength(1, 'Escolha ao menos uma loja.'), z.maxLength(100, 'No máximo 100 lojas.')),
  ),
  id: z.optional(z.uuid('Mudança inválida.')),
  version: z.optional(seenRevision()),
  ...fields,
})

export const saveDeliveryModifier = route({
  name: 'saveDeliveryModifier',
  method: 'POST',
  path: '/delivery/modifiers',
  summary: 'Makes a modifier in some stores, or changes one; a stale version gets 409',
  access: { kind: 'user' },
  leavesBehind: false,
  body: modifierBody,
  reply: z.strictObject({ modifiers: z.array(deliveryModifier) }),
  errors: [
    'store/not-selected',
    'store/not-found',
    'permission/denied',
    'delivery/modifier-not-found',
    'delivery/stale-modifier',
    'validation/refused',
  ],
})

export const deleteDeliveryModifier = route({
  name: 'deleteDeliveryModifier',
  method: 'DELETE',
  path: '/delivery/modifiers',
  summary: 'Removes a modifier of a store that the caller manages',
  access: { kind: 'user' },
  leavesBehind: false,
  query: z.strictObject({ id: z.uuid('Mudança inválida.') }),
  reply: z.strictObject({ modifiers: z.array(deliveryModifier) }),
  errors: ['delivery/modifier-not-found', 'permission/denied'],
})

/** Why it may be time to raise fee and time. */
const suggestion = z.strictObject({
  cause: z.enum(['queue', 'couriers']),
  queue: z.int(),
  /** The queue that nine of ten such hours stay below; null: too little history. */
  usualQueue: z.nullable(z.int()),
  freeCouriers: z.nullable(z.int()),
})
export type ModifierSuggestion = z.output<typeof suggestion>

export const readMyDeliveryModifiers = route({
  name: 'readMyDeliveryModifiers',
  method: 'GET',
  path: '/delivery/modifiers/mine',
  summary: 'What changes fee and time of the store now, as a quote takes it',
  access: { kind: 'store', role: 'basic' },
  load: 'live',
  reply: z.strictObject({
    modifiers: z.array(deliveryModifier),
    /** When the first of them ends, or the next one begins by the clock. */
    nextChange: z.nullable(instant),
    queue: z.int(),
    /** Null: no courier works today. */
    freeCouriers: z.nullable(z.int()),
    suggestion: z.nullable(suggestion),
  }),
  errors: ['store/not-found'],
})

export const readModifierRuns = route({
  name: 'readModifierRuns',
  method: 'GET',
  path: '/delivery/modifiers/runs/mine',
  summary: 'What the latest runs of a modifier did, against the same hours before',
  access: { kind: 'store', role: 'manager' },
  load: 'report',
  query: z.strictObject({ id: z.uuid('Mudança inválida.') }),
  reply: z.strictObject({ runs: z.array(modifierRun) }),
  errors: ['store/not-found', 'delivery/modifier-not-found'],
})
