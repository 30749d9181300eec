/** pt-BR words of the report's own sentences; the panel formats its figures itself. */
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 0 })

/** From centavos; with an ordinary space, so that a sentence can be searched. */
export const moneyText = (cents: number): string => money.format(cents / 100).replaceAll('\u00a0', ' ')
export const percentText = (share: number): string => percent.format(share).replaceAll('\u00a0', ' ')

const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const

/** Of `YYYY-MM-DD`. */
export const weekdayText = (day: string): string => weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''

export const many = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`
