import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { dayText, givenDay, givenInstant, instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { openHours, openingInterval } from './stores.ts'

/** More than any store needs, less than a page can show. */
export const maxIntervals = 100
export const maxBreaks = 200
/** How long before its end a break is announced. */
export const breakEndNoticeMinutes = 5
/** How far ahead a break may end. */
export const furthestBreakDays = 365

const name = (missing: string) =>
  z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), z.maxLength(80, 'No máximo 80 letras.'), plainName())

/** `week`: the store opens as on any such weekday. */
export const specialDayKinds = ['closed', 'hours', 'week'] as const

export const specialDayFields = {
  name: name('Informe o nome do dia.'),
  kind: z.enum(specialDayKinds, 'Escolha se a loja abre.'),
  /** Only for `hours`; an interval past midnight belongs to this day. */
  intervals: z.array(openHours).check(z.maxLength(12, 'No máximo 12 horários em um dia.')),
} as const

export const specialDay = z.strictObject({ day: dayText, ...specialDayFields, version: z.int() })
export type SpecialDay = z.output<typeof specialDay>

const yearlyHoliday = z.strictObject({
  /** `MM-DD`; 29 February comes in leap years. */
  monthDay: z.string().check(
    z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Informe o dia como 25/01.'),
    z.refine(
      (text) => Number(text.slice(3)) <= (longest[Number(text.slice(0, 2)) - 1] ?? 0),
      'Este dia não existe.',
    ),
  ),
  name: name('Informe o nome do feriado.'),
})
const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
export const yearlyHolidays = z.array(yearlyHoliday)
export const maxOwnHolidays = 20

/** A public holiday of the country or one that the store keeps, whether or not the store has decided about it. */
const holiday = z.strictObject({ day: dayText, name: z.string() })
export type Holiday = z.output<typeof holiday>

export const scheduledBreak = z.strictObject({
  id: z.uuid(),
  /** Null: the pause of the orders screen. */
  name: z.nullable(z.string()),
  start: instant,
  /** Null: until a person ends it. */
  end: z.nullable(instant),
  /** Empty: every channel. */
  channels: z.array(z.enum(platforms)),
  running: z.boolean(),
  setBy: z.nullable(z.string()),
  /** It ends on its own once somebody would see an order. Absent: the former version answered. */
  byPresence: z.optional(z.boolean()),
})
export type ScheduledBreak = z.output<typeof scheduledBreak>

export const workingHours = z.strictObject({
  timezone: z.string(),
  /** The calendar day in the store's zone. */
  today: dayText,
  week: z.array(openingInterval),
  /** 0: nobody saved the week yet. */
  version: z.int(),
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
  /** From today on, oldest first. */
  special: z.array(specialDay),
  /** Of the next twelve months. */
  holidays: z.array(holiday),
  /** Of the state or the town, that the store keeps each year. */
  ownHolidays: yearlyHolidays,
  /** 0: nobody chose any. */
  ownHolidaysVersion: z.int(),
  /** Those that are known of the store's state and town. */
  offeredHolidays: yearlyHolidays,
  /** Running and planned ones, by their start. */
  breaks: z.array(scheduledBreak),
})
export type WorkingHours = z.output<typeof workingHours>

export const readWorkingHours = route({
  name: 'readWorkingHours',
  method: 'GET',
  path: '/workingHours/mine',
  summary: 'The week, special days, holidays and breaks of the store',
  access: { kind: 'store', role: 'basic' },
  reply: workingHours,
  errors: ['store/not-found'],
})

export const weekHours = z
  .array(openingInterval)
  .check(z.maxLength(maxIntervals, `No máximo ${maxIntervals} horários.`))

export const saveWeek = route({
  name: 'saveWeek',
  method: 'PUT',
  path: '/workingHours/mine',
  summary: 'Replaces the whole week; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    week: weekHours,
    version: seenRevision(),
  }),
  reply: workingHours,
  errors: ['store/not-found', 'store/stale-hours', 'validation/refused'],
})

export const saveOwnHolidays = route({
  name: 'saveOwnHolidays',
  method: 'PUT',
  path: '/workingHours/holidays/mine',
  summary: 'The holidays of the state and the town that the store keeps; a stale version gets 409',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    holidays: yearlyHolidays.check(
      z.maxLength(maxOwnHolidays, `No máximo ${maxOwnHolidays} feriados.`),
      z.refine(
        (all) => new Set(all.map(({ monthDay }) => monthDay)).size === all.length,
        'Há dois feriados no mesmo dia.',
      ),
    ),
    version: seenRevision(),
  }),
  reply: workingHours,
  errors: ['store/not-found', 'store/stale-hours', 'validation/refused'],
})

export const saveSpecialDay = route({
  name: 'saveSpecialDay',
  method: 'POST',
  path: '/workingHours/special/mine',
  summary: 'Decides about one day; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ day: givenDay, ...specialDayFields, version: seenRevision() }),
  reply: workingHours,
  errors: ['store/not-found', 'store/stale-special-day', 'validation/refused'],
})

export const deleteSpecialDay = route({
  name: 'deleteSpecialDay',
  method: 'DELETE',
  path: '/workingHours/special/mine',
  summary: 'The day follows the week again',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  query: z.strictObject({ day: givenDay }),
  reply: workingHours,
  errors: ['store/not-found', 'store/special-day-not-found'],
})

/** Between `start` and `end` the store takes no orders; it returns without anybody doing anything. */
export const scheduleBreak = route({
  name: 'scheduleBreak',
  method: 'POST',
  path: '/workingHours/scheduleBreak/mine',
  summary: 'Plans a break, of all channels or of some',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z
    .strictObject({
      name: name('Informe o motivo da pausa.'),
      start: givenInstant,
      end: givenInstant,
      /** Absent: every channel. */
      channels: z.optional(
        z
          .array(z.enum(platforms, 'Canal inválido.'))
          .check(z.minLength(1, 'Escolha ao menos um canal.'), z.maxLength(platforms.length)),
      ),
    })
    .check(
      z.refine(({ start, end }) => Date.parse(end) > Date.parse(start), {
        path: ['end'],
        message: 'O fim precisa vir depois do começo.',
      }),
    ),
  reply: scheduledBreak,
  errors: ['store/not-found', 'validation/refused'],
  idempotency: 'accepted',
})

export const readBreaks = route({
  name: 'readBreaks',
  method: 'GET',
  path: '/workingHours/breaks/mine',
  summary: 'The breaks that run or are planned',
  access: { kind: 'store', role: 'basic' },
  reply: z.strictObject({ breaks: z.array(scheduledBreak) }),
  errors: ['store/not-found'],
})

const breakId = z.strictObject({ id: z.uuid('Pausa inválida.') })

export const readBreak = route({
  name: 'readBreak',
  method: 'GET',
  path: '/workingHours/breaks/mine/{id}',
  summary: 'One break that runs or is planned',
  access: { kind: 'store', role: 'basic' },
  params: breakId,
  reply: scheduledBreak,
  errors: ['store/not-found', 'store/break-not-found'],
})

/** A running break ends now; a planned one is called off. */
export const endBreak = route({
  name: 'endBreak',
  method: 'DELETE',
  path: '/workingHours/breaks/mine/{id}',
  summary: 'Ends a running break or calls off a planned one',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: breakId,
  reply: z.strictObject({ breaks: z.array(scheduledBreak) }),
  errors: ['store/not-found', 'store/break-not-found', 'store/break-over'],
})
