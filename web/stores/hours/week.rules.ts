import {
  services,
  type OpeningInterval,
  type OpenHours,
  type Service,
} from '../../../contract/stores/stores.ts'

/** In screen order. */
export const weekOrder = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
export type Weekday = (typeof weekOrder)[number]

export const weekdayNames: Readonly<Record<Weekday, string>> = {
  MONDAY: 'segunda',
  TUESDAY: 'terça',
  WEDNESDAY: 'quarta',
  THURSDAY: 'quinta',
  FRIDAY: 'sexta',
  SATURDAY: 'sábado',
  SUNDAY: 'domingo',
}

export const serviceNames: Readonly<Record<Service, string>> = {
  DELIVERY: 'entrega',
  TAKEOUT: 'retirada',
  INDOOR: 'salão',
}

/** A day's hours as one field of the form: JSON, in the order of the day. */
export type WeekFields = Readonly<Record<Weekday, string>>

/** The drawn day begins at six, so that a night is never cut. */
const firstMinute = 360
const day = 1_440
/** Dragging moves an end by quarters of an hour. */
const step = 15

export function fieldsOf(week: readonly OpeningInterval[]): WeekFields {
  const entries = weekOrder.map((weekday) => [
    weekday,
    written(week.filter((one) => one.weekday === weekday)),
  ])
  return Object.fromEntries(entries) as WeekFields
}

export function weekOf(fields: WeekFields): OpeningInterval[] {
  return weekOrder.flatMap((weekday) => hoursIn(fields[weekday]).map((hours) => ({ weekday, ...hours })))
}

export const hoursIn = (field: string): OpenHours[] => JSON.parse(field || '[]') as OpenHours[]

/** Equal hours are written equally, whatever order they were added in. */
export function written(hours: readonly OpenHours[]): string {
  const plain = hours.map(({ start, end, services: only }) => {
    const chosen = services.filter((service) => only?.includes(service) ?? true)
    return chosen.length === services.length ? { start, end } : { start, end, services: chosen }
  })
  return JSON.stringify(plain.toSorted((a, b) => placeOf(a.start) - placeOf(b.start)))
}

/** "11:00 às 15:00 · 18:00 às 0:30", or "fechada". */
export function dayText(hours: readonly OpenHours[]): string {
  return hours.length === 0 ? 'fechada' : hours.map(hoursText).join(' · ')
}

/** "18:00 às 0:30, só entrega". */
export function hoursText({ start, end, services: only }: OpenHours): string {
  const where = only && only.length < services.length ? `, só ${serviceText(only)}` : ''
  return start === end
    ? `24 horas${start === '00:00' ? '' : ` desde ${clock(start)}`}${where}`
    : `${clock(start)} às ${clock(end)}${where}`
}

const serviceText = (only: readonly Service[]): string =>
  services
    .filter((service) => only.includes(service))
    .map((service) => serviceNames[service])
    .join(' e ')

/** "0:30" and "11:00", as a person writes them. */
const clock = (time: string): string => time.replace(/^0(\d)/, '$1')

/** "62 h por semana", counting a minute of two services once for each interval that holds it. */
export function weekHours(fields: WeekFields): string {
  const minutes = weekOf(fields).reduce((sum, hours) => sum + lengthOf(hours), 0)
  const whole = Math.floor(minutes / 60)
  return `${whole}\u00a0h${minutes % 60 ? `\u00a0${minutes % 60}` : ''} por semana`
}

/** A piece of a bar, in percent of the drawn day; `row` where two services have hours of their own at one time. */
export interface Bar {
  readonly index: number
  readonly left: number
  readonly width: number
  readonly row: number
  readonly rows: number
  /** The end that this piece shows; a bar over the edge of the drawing is two pieces. */
  readonly begins: boolean
  readonly ends: boolean
  /** Of two pieces only the longer one is written on. */
  readonly written: boolean
}

export function barsOf(hours: readonly OpenHours[]): readonly Bar[] {
  const rowEnds: number[] = []
  const placed = hours
    .map((one, index) => ({ index, from: placeOf(one.start), length: lengthOf(one) }))
    .toSorted((a, b) => a.from - b.from)
    .map((one) => {
      const free = rowEnds.findIndex((end) => end <= one.from)
      const row = free === -1 ? rowEnds.length : free
      rowEnds[row] = one.from + one.length
      return { ...one, row }
    })
  return placed.flatMap(({ index, from, length, row }): Bar[] => {
    const common = { index, row, rows: rowEnds.length }
    const over = from + length - day
    const first = {
      ...common,
      left: share(from),
      width: share(Math.min(length, day - from)),
      begins: true,
      ends: over <= 0,
      written: over <= 0 || day - from >= over,
    }
    return over > 0
      ? [
          first,
          { ...common, left: 0, width: share(over), begins: false, ends: true, written: over > day - from },
        ]
      : [first]
  })
}

/** The interval with one end moved to a share (0 to 1) of the drawn day; null: it would have no length. */
export function movedEnd(hours: OpenHours, edge: 'start' | 'end', at: number): OpenHours | null {
  const moved = { ...hours, [edge]: timeAt(at) }
  return moved.start === moved.end || lengthOf(moved) < step ? null : moved
}

/** Two hours from the half hour that was tapped. */
export function hoursAt(at: number): OpenHours {
  const from = Math.floor((Math.min(Math.max(at, 0), 0.999) * day) / 30) * 30
  return { start: timeOf(from + firstMinute), end: timeOf(from + firstMinute + 120) }
}

const timeAt = (at: number): string =>
  timeOf(Math.round((Math.min(Math.max(at, 0), 1) * day) / step) * step + firstMinute)

/** The share of the drawn day at a local time, for the mark of now. */
export const shareAt = (hour: number, minute: number): number =>
  share((hour * 60 + minute - firstMinute + day) % day)

const share = (minutes: number): number => (minutes / day) * 100
const placeOf = (time: string): number => (minuteOf(time) - firstMinute + day) % day

function lengthOf({ start, end }: OpenHours): number {
  const length = (minuteOf(end) - minuteOf(start) + day) % day
  return length === 0 ? day : length
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function timeOf(minute: number): string {
  const inDay = ((minute % day) + day) % day
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** A first week for a store that has none. */
export const suggestedWeek = (hours: readonly OpenHours[]): WeekFields =>
  Object.fromEntries(weekOrder.map((weekday) => [weekday, written(hours)])) as WeekFields
