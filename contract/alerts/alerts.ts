import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, instant } from '../shared/day.ts'
import { dayMs } from '../shared/durations.ts'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/** What can be unlike the store's own weekday and hour. Cancelled: after acceptance; an unaccepted order has its own notice. */
export const alertKinds = ['few-orders', 'many-orders', 'many-cancelled'] as const
export type AlertKind = (typeof alertKinds)[number]

export const verdicts = ['right', 'wrong', 'unknown'] as const
/** How far back alerts are listed and counted, in ms. */
export const alertHistoryMs = 60 * dayMs
/** Judged alerts of a store that are listed; more are counted. */
export const maxJudgedAlerts = 20
/** For how many minutes a kind is snoozed. */
export const snoozeMinutes = [30, 60, 180] as const

const alert = z.strictObject({
  id: z.uuid(),
  kind: z.enum(alertKinds),
  /** Null: all channels together. */
  platform: z.nullable(z.enum(platforms)),
  /** What was counted, between these two. */
  from: instant,
  to: instant,
  /** The business day, whose weekday is compared. */
  day: dayText,
  counted: z.int(),
  /** What is usual between the same two times, to half an order. */
  usual: z.number(),
  /** Null: it lasts. */
  endedAt: z.nullable(instant),
  /** False: its kind was silenced or snoozed. */
  told: z.boolean(),
  /** Null: not judged yet. `unknown`: the store closed. */
  verdict: z.nullable(z.enum(verdicts)),
  /** Null: by the data. */
  judgedByName: z.nullable(z.string()),
})
export type Alert = z.output<typeof alert>

const alertRule = z.strictObject({
  kind: z.enum(alertKinds),
  snoozedUntil: z.nullable(instant),
  /** Of the last sixty days. */
  right: z.int(),
  judged: z.int(),
  /** It erred too often of late: it looks on and is judged, and notifies nobody. Null: it speaks. */
  muted: z.nullable(z.strictObject({ right: z.int(), of: z.int() })),
  /** 0: nobody decided anything about it. */
  version: z.int(),
})
export type AlertRule = z.output<typeof alertRule>

const alertsOfStore = z.strictObject({
  storeId: z.uuid(),
  timezone: z.string(),
  /** Days with orders among the last eight of this weekday. Below five nothing is compared. */
  samples: z.int(),
  /** Now, or not judged yet; the newest first. */
  open: z.array(alert),
  /** The newest first. */
  judged: z.array(alert),
  /** One for each kind. */
  rules: z.array(alertRule),
})
export type AlertsOfStore = z.output<typeof alertsOfStore>

export const readAlerts = route({
  name: 'readAlerts',
  method: 'GET',
  path: '/alerts',
  summary:
    'What is unlike each store’s own weekday and hour now, how often such alerts were right, and which are silenced',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ generatedAt: instant, stores: z.array(alertsOfStore) }),
  errors: ['store/not-found', 'permission/denied'],
})

export const judgeAlert = route({
  name: 'judgeAlert',
  method: 'POST',
  path: '/alerts/{id}/verdict/mine',
  summary: 'A person says whether an alert was right; a person’s word is final, the data’s is not',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ id: z.uuid('Alerta inválido.') }),
  body: z.strictObject({ right: z.boolean('Diga se o alerta acertou.') }),
  reply: alert,
  errors: ['store/not-found', 'alert/not-found', 'alert/already-judged'],
})

const ofKind = { kind: z.enum(alertKinds, 'Alerta desconhecido.'), version: seenRevision() } as const

export const snoozeAlerts = route({
  name: 'snoozeAlerts',
  method: 'POST',
  path: '/alerts/snooze/mine',
  summary:
    'Notifies nobody of this kind for some minutes, or ends that; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    ...ofKind,
    /** Null: from now on it speaks again. */
    minutes: z.nullable(z.literal(snoozeMinutes, 'Escolha 30, 60 ou 180 minutos.')),
  }),
  reply: alertRule,
  errors: ['store/not-found', 'alert/stale-rule', 'alert/not-snoozed'],
})

export const trustAlerts = route({
  name: 'trustAlerts',
  method: 'POST',
  path: '/alerts/trust/mine',
  summary: 'A silenced kind speaks again, and its judging begins again',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject(ofKind),
  reply: alertRule,
  errors: ['store/not-found', 'alert/stale-rule', 'alert/not-muted'],
})
