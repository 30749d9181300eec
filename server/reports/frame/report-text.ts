/** pt-BR text in reports' own sentences; the panel formats its figures itself. */
const percent = (digits: number) =>
  new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: digits })
const decimal = (digits: number) =>
  new Intl.NumberFormat('pt-BR', { minimumFractionDigits: digits, maximumFractionDigits: digits })

export const percentText = (share: number, digits = 0): string =>
  percent(digits).format(share).replace(/\s*%$/, '\u00a0%')
export const decimalText = (value: number, digits: number): string => decimal(digits).format(value)

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const

/** The weekday of `YYYY-MM-DD`. */
export const weekdayText = (day: string): string => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

/** Of an ISO weekday: 1 is Monday. */
export const weekdayName = (isoWeekday: number): string => weekdays[isoWeekday % 7] ?? ''

export const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`

/** Like `many`, for counts that may exceed a thousand: `1.204 pedidos`. */
export const manyText = (count: number, one: string, more: string): string =>
  `${decimalText(count, 0)} ${count === 1 ? one : more}`

export const isMasculine = (weekday: string): boolean => weekday === 'sábado' || weekday === 'domingo'

const dayMonth = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** `20 de novembro`, `1º de janeiro`, from `YYYY-MM-DD`. */
export const dayText = (day: string): string =>
  dayMonth.format(new Date(`${day}T00:00:00Z`)).replace(/^1 /, '1º ')

/** `9 a 15 de novembro`, `30 de novembro a 6 de dezembro`. */
export const daysText = (from: string, to: string): string =>
  from.slice(0, 7) === to.slice(0, 7)
    ? `${dayText(from).replace(/ de .*/, '')} a ${dayText(to)}`
    : `${dayText(from)} a ${dayText(to)}`

/** `as 20h`, `as 20h35`, `a 1h`, from local `HH:MM`; used after "até". */
export function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const shown = minute === 0 ? `${hour}h` : `${hour}h${String(minute).padStart(2, '0')}`
  return `${hour <= 1 ? 'a' : 'as'} ${shown}`
}

/** `às 20h`, `à 1h`, `à meia-noite`, `ao meio-dia`. */
export function atHour(hour: number): string {
  if (hour === 0) return 'à meia-noite'
  if (hour === 12) return 'ao meio-dia'
  return hour === 1 ? 'à 1h' : `às ${hour}h`
}
