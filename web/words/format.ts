import { deviceZone } from '../browser/device-zone.ts'
import { months, places, weekdays, weekdaysShort, zones } from './day-names.ts'
import { writtenNumber } from './written-number.ts'
import { lookup } from '../../contract/shared/lookup.ts'

/** Money, days and durations in pt-BR, by `Intl` or in exactly its format (docs/product/README.md). */
const locale = 'pt-BR'

/** Creating a formatter costs a hundred times a use, and a screen uses few kinds repeatedly. */
function memoized<Options, Format>(make: (options: Options) => Format): (options: Options) => Format {
  const made = new Map<string, Format>()
  return (options) => {
    const key = JSON.stringify(options)
    const format = made.get(key) ?? make(options)
    made.set(key, format)
    return format
  }
}

const numbers = memoized((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
const dates = memoized((options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))

/** From centavos: `R$ 1.234,56`. */
export const money = (cents: number): string => inReais(writtenNumber(cents, 2, 2, -2))
/** From centavos, without cents: `R$ 1.235`. */
export const moneyShort = (cents: number): string => inReais(writtenNumber(cents, 0, 0, -2))
export const count = (value: number): string => writtenNumber(value, 0, 3)
/** From a share of 1: `12,4 %`, with a no-break space. */
export const percent = (share: number, digits = 1): string =>
  `${writtenNumber(share, 0, digits, 2)}\u00a0%`.replace('-', minus)
export const decimal = (value: number, digits = 1): string => writtenNumber(value, digits, digits)

/** At most this many decimals, without trailing zeros: `3,5`, `12`. */
export const upTo = (value: number, digits: number): string => writtenNumber(value, 0, digits)

/** `sex., 20 de nov.` from `2026-11-20`. */
export const dayShort = (day: string): string => `${weekdayName(day, 'short')}., ${dayBrief(day)}`

/** `sexta`; `short`: `sex`. */
export function weekdayName(day: string, style: 'long' | 'short' = 'long'): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return (style === 'long' ? weekdays : weekdaysShort)[weekday] ?? ''
}

/** `19:30` by the clocks of this IANA zone: of the store it is about, never of the device. */
export const clockTime = (iso: string, timezone: string): string =>
  dates({ hour: '2-digit', minute: '2-digit', timeZone: timezone }).format(new Date(iso))

/** The same, with the zone's place if this device's clock shows another time: `19:30 (Manaus)`. */
export const localClock = (iso: string, timezone: string): string =>
  withPlace(clockTime(iso, timezone), iso, timezone)

/** A time of this zone, with the zone's place if this device's clock shows another: `amanhã 10h (Manaus)`. */
export const withPlace = (label: string, iso: string, timezone: string): string =>
  clockTime(iso, timezone) === clockTime(iso, deviceZone()) ? label : `${label} (${zonePlace(timezone)})`

/** `Manaus`, from `America/Manaus`. */
export const zonePlace = (timezone: string): string => {
  const place = (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')
  return lookup(places, place) ?? place
}

export const plural = (value: number, one: string, many: string): string =>
  `${count(value)} ${value === 1 ? one : many}`

/** `agora`, `há 40 s`, `há 12 min`, `há 3 h`. */
export function ago(iso: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1_000))
  if (seconds < 5) return 'agora'
  if (seconds < 60) return `há ${seconds}\u00a0s`
  if (seconds < 3_600) return `há ${Math.floor(seconds / 60)}\u00a0min`
  return `há ${Math.floor(seconds / 3_600)}\u00a0h`
}

/** `Horário de Brasília`, from an IANA zone. */
export const zoneName = (timezone: string): string =>
  lookup(zones, timezone) ??
  dates({ timeZone: timezone, timeZoneName: 'longGeneric' })
    .formatToParts(new Date())
    .find((part) => part.type === 'timeZoneName')?.value ??
  timezone

/** `(11) 98765-4321`, from E.164; foreign numbers stay unchanged. */
export function phoneText(phone: string): string {
  const parts = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(phone)
  return parts ? `(${parts[1] ?? ''}) ${parts[2] ?? ''}-${parts[3] ?? ''}` : phone
}

/** `20 de nov.`; with the year if it is not the current one: `20 de nov. de 2025`. */
export const dayBrief = (day: string, withYear = false): string =>
  `${Number(day.slice(8, 10))} de ${monthShort(day)}${withYear ? ` de ${day.slice(0, 4)}` : ''}`

/** `20/11`. */
export const dayDigits = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`

/** `15 a 21 de nov.`, `28 de out. a 3 de nov.`, `1 de dez. de 2025 a 21 de nov. de 2026`. */
export function dayRange(from: string, to: string): string {
  const years = from.slice(0, 4) !== to.slice(0, 4)
  if (from === to) return dayShort(from)
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))} a ${dayBrief(to)}`
  return `${dayBrief(from, years)} a ${dayBrief(to, years)}`
}

/** `novembro de 2026`, from any day of it; `short`: `nov. 26`. */
export function monthName(day: string, style: 'long' | 'short' = 'long'): string {
  return style === 'long' ? `${monthOf(day)} de ${day.slice(0, 4)}` : `${monthShort(day)} ${day.slice(2, 4)}`
}

const brief = { notation: 'compact', maximumFractionDigits: 1 } as const

/** For axes, from centavos: `R$ 12 mil`. */
export const moneyAxis = (cents: number): string => inReais(numbers(brief).format(cents / 100))

/** `640 B`, `12 kB`, `3,4 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value}\u00a0B`
  if (value < 1_000_000) return `${count(Math.round(value / 1_000))}\u00a0kB`
  return `${decimal(value / 1_000_000)}\u00a0MB`
}

/** The sign stands before the currency; no-break spaces keep the three together. */
const inReais = (amount: string): string =>
  amount.startsWith('-') ? `${minus}\u00a0R$\u00a0${amount.slice(1)}` : `R$\u00a0${amount}`
const minus = '−'
const monthOf = (day: string): string => months[Number(day.slice(5, 7)) - 1] ?? ''
const monthShort = (day: string): string => `${monthOf(day).slice(0, 3)}.`
