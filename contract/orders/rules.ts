import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { platforms, rulePlatforms } from '../shared/channels.ts'
import { instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'

const version = seenRevision()

export const ruleFields = {
  /** The server accepts automatically every order that no other rule holds back. */
  autoAccept: z.boolean(),
  onlyWhenOpen: z.boolean(),
  /** Orders wait while this many are in preparation; null: no limit. */
  maxInPreparation: z.nullable(
    z
      .int('Informe um número inteiro de pedidos.')
      .check(z.gte(1, 'No mínimo 1 pedido.'), z.lte(1_000, 'No máximo 1.000 pedidos.')),
  ),
  /** Cash orders above this amount wait for a person; null: no limit. */
  cashLimitCents: z.nullable(cents),
  /** A customer's first order waits for a person. */
  firstOrderWaits: z.boolean(),
  /** A scheduled order is accepted on arrival instead of when its preparation may start. */
  scheduledAtOnce: z.boolean(),
  /** Own channel: preparation time promised from acceptance; null: the order keeps its original promise. */
  preparationMinutes: z.nullable(
    z
      .int('Informe um número inteiro de minutos.')
      .check(z.gte(5, 'No mínimo 5 minutos.'), z.lte(240, 'No máximo 240 minutos.')),
  ),
} as const

export const orderRules = z.strictObject({
  platform: z.enum(platforms),
  ...ruleFields,
  /** 0: never saved. */
  version,
})
export type OrderRules = z.output<typeof orderRules>

export const readOrderRules = route({
  name: 'readOrderRules',
  method: 'GET',
  path: '/orders/rules',
  summary: 'Which orders the server accepts automatically, one set of rules per channel',
  access: { kind: 'store', role: 'basic' },
  reply: z.strictObject({ rules: z.array(orderRules) }),
  errors: ['store/not-found'],
})

export const saveOrderRules = route({
  name: 'saveOrderRules',
  method: 'PUT',
  path: '/orders/rules/{platform}',
  summary: 'Sets the rules of a channel; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ platform: z.enum(rulePlatforms, 'Canal inválido.') }),
  body: z.strictObject({ ...ruleFields, version }),
  reply: orderRules,
  errors: ['store/not-found', 'order/stale-rules', 'validation/refused'],
})

export const capacityLevels = ['normal', 'busy', 'paused'] as const
export type CapacityLevel = (typeof capacityLevels)[number]

/** The store's pause at a marketplace. `refused`: it rejected the change, and `message` says why. */
export const channelPause = z.strictObject({
  platform: z.enum(platforms),
  state: z.enum(['open', 'pausing', 'paused', 'reopening', 'refused']),
  message: z.nullable(z.string()),
})
export type ChannelPause = z.output<typeof channelPause>

export const capacity = z.strictObject({
  level: z.enum(capacityLevels),
  /** Minutes added to the own channel's promise while busy. */
  extraMinutes: z.int(),
  /** When capacity returns to normal automatically; null: no end date. */
  until: z.nullable(instant),
  /** Who set it; null: never set, or returned to normal automatically. */
  setBy: z.nullable(z.string()),
  setAt: z.nullable(instant),
  /** 0: never set. */
  version,
})
/** With the marketplaces that the store sells at. */
const capacityReply = z.extend(capacity, { channels: z.array(channelPause) })
export type CapacityReply = z.output<typeof capacityReply>
export type Capacity = z.output<typeof capacity>

/** What a busy kitchen adds to the own channel's promise. */
export const extraMinutes = z
  .int('Informe os minutos a mais.')
  .check(z.gte(5, 'No mínimo 5 minutos.'), z.lte(240, 'No máximo 240 minutos.'))

export const capacitySpans = [15, 30, 60, 'endOfDay'] as const
export type CapacitySpan = (typeof capacitySpans)[number]

export const readCapacity = route({
  name: 'readCapacity',
  method: 'GET',
  path: '/orders/capacity',
  summary: 'How much the store takes now: normal, busy or paused, and until when',
  access: { kind: 'store', role: 'basic' },
  reply: capacityReply,
  errors: ['store/not-found'],
})

export const setCapacity = route({
  name: 'setCapacity',
  method: 'PUT',
  path: '/orders/capacity',
  summary: 'Sets normal or busy (basic) or paused (manager); a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({
    level: z.enum(capacityLevels, 'Escolha normal, corrido ou pausado.'),
    extraMinutes: z.optional(extraMinutes),
    /** Absent: no end date. `endOfDay`: when the current business day ends. */
    untilMinutes: z.optional(z.literal(capacitySpans, 'Escolha por quanto tempo.')),
    version,
  }),
  reply: capacityReply,
  errors: ['store/not-found', 'permission/denied', 'order/stale-capacity', 'validation/refused'],
})
