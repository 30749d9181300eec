import type { DaySoFar, Soon } from '../../contract/home/home.ts'
import { smallChange } from '../../contract/reports/metrics/metrics.ts'
import { changeSize } from '../words/change-size.ts'
import { plural, upTo, weekdayName } from '../words/format.ts'

/** `Bom dia`, by the hour of the device's clock. */
export const greeting = (hour: number): string =>
  hour >= 5 && hour < 12 ? 'Bom dia' : hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'

export interface HeadlineFacts {
  /** Null below manager. */
  readonly today: Pick<DaySoFar, 'day' | 'netCents' | 'comparedNetCents' | 'comparedDays'> | null
  /** Orders under way. */
  readonly running: number
  /** Things that wait for a person. */
  readonly waiting: number
}

/** The state of the day in one whole sentence: how it goes, and how much waits for the reader. */
export function headline({ today, running, waiting }: HeadlineFacts): string {
  const waits =
    waiting === 0 ? 'nada espera você' : plural(waiting, 'coisa espera você', 'coisas esperam você')
  return `${today ? paceOf(today) : runningOf(running)} e ${waits}.`
}

/** Early in the day a single large order is many times the usual. */
const maxNamedChange = 3

function paceOf({
  day,
  netCents,
  comparedNetCents,
  comparedDays,
}: NonNullable<HeadlineFacts['today']>): string {
  const weekday = weekdayName(day)
  if (netCents <= 0) return `Ainda não houve vendas n${isMasculine(weekday) ? 'este' : 'esta'} ${weekday}`
  if (comparedDays === 0 || comparedNetCents <= 0) return `Não há vendas n${comparedDay(day)} para comparar`
  const change = netCents / comparedNetCents - 1
  const name = `${weekday.charAt(0).toUpperCase()}${weekday.slice(1)}`
  if (change > maxNamedChange) return `${name} corre muito acima d${comparedDay(day)}`
  if (Math.abs(change) < smallChange) return `${name} corre como ${comparedDay(day)}`
  return `${name} corre ${shareText(Math.abs(change))} ${change > 0 ? 'acima' : 'abaixo'} d${comparedDay(day)}`
}

const runningOf = (running: number): string =>
  running === 0
    ? 'Nenhum pedido em andamento'
    : plural(running, 'pedido em andamento', 'pedidos em andamento')

const isMasculine = (weekday: string): boolean => weekday === 'sábado' || weekday === 'domingo'

/** What today is judged by: `a sexta passada`, `o sábado passado`. */
export function comparedDay(day: string): string {
  const weekday = weekdayName(day)
  return isMasculine(weekday) ? `o ${weekday} passado` : `a ${weekday} passada`
}

/** `4 %`, with a no-break space; from a share of 1. */
const shareText = (share: number): string => `${upTo(Math.round(share * 100), 0)}\u00a0%`

/** A change as it is shown: one decimal below 10 %, grey under 2 %. Null: nothing to compare with. */
export function changeText(
  current: number,
  before: number,
): { readonly words: string; readonly tone: 'good' | 'bad' | 'same' } | null {
  if (before <= 0) return null
  const change = current / before - 1
  const size = Math.abs(change)
  if (size < smallChange) return { words: 'igual', tone: 'same' }
  return { words: `${change > 0 ? '▲' : '▼'}\u00a0${changeSize(size)}`, tone: change > 0 ? 'good' : 'bad' }
}

/** What happens next, after its time: `fecha Cantina Aurora`, `abrem 4 lojas`. */
export function soonWords({ kind, storeIds, count }: Soon, nameOf: (storeId: string) => string): string {
  const one = storeIds.length === 1
  const where = one ? nameOf(storeIds[0] ?? '') : `${storeIds.length} lojas`
  switch (kind) {
    case 'pause-ends':
      return one ? `${where} volta da pausa` : `${where} voltam da pausa`
    case 'closes':
      return one ? `fecha ${where}` : `fecham ${where}`
    case 'opens':
      return one ? `abre ${where}` : `abrem ${where}`
    case 'dispute-ends':
      return `${count === 1 ? 'vence a negociação' : `vencem ${count} negociações`} em ${where}`
    case 'scheduled':
      return `${plural(count, 'pedido agendado', 'pedidos agendados')} em ${where}`
    case 'items-return':
      return `${plural(count, 'item volta', 'itens voltam')} ao cardápio em ${where}`
  }
}
