import { channelName, pronounOf } from '../../contract/shared/channels.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { readStoresNow } from '../../contract/stores/stores.ts'
import { plural } from '../words/format.ts'
import { whenWords } from '../words/when-words.ts'
import type { ShopFrontProps } from './shop-front.tsx'

export type StoreNow = Reply<typeof readStoresNow>['stores'][number]

export interface Front {
  readonly drawing: Pick<ShopFrontProps, 'state' | 'running' | 'waiting'>
  /** `1 atrasado`: set off from the rest of the line, which is no alarm. */
  readonly late: string | null
  /** One line of state: `6 no preparo, 4 na rua`, `Pausada, volta às 20:40`; empty beside `late` at most. */
  readonly line: string
}

interface ShownState {
  readonly state: ShopFrontProps['state']
  readonly why: StoreNow['status']['reasons'][number] | null
}

/** How a store's front is drawn, and the line under it. Without the store's zone it says no time. */
export function frontOf(
  { status, waiting, pausedBy }: StoreNow,
  timezone: string | undefined,
  now: Date,
): Front {
  const { state, why }: ShownState = stateOf(status)
  const drawing = { state, running: runningIn(waiting), waiting: waiting.placed }
  if (state === 'open') return { drawing, ...openLine(status, waiting) }
  const at = why?.until && timezone ? whenWords(why.until, now, timezone) : null
  if (state === 'paused') {
    const paused = pausedBy ? `Pausada por ${pausedBy}` : 'Pausada'
    return { drawing, late: null, line: at ? `${paused}, volta ${at}` : paused }
  }
  return { drawing, late: null, line: closedLine(why?.code, at) }
}

export const runningIn = ({ placed, preparing, ready, dispatched }: StoreNow['waiting']): number =>
  placed + preparing + ready + dispatched

const shutCodes: readonly string[] = ['store-inactive', 'nothing-to-sell', 'no-hours', 'outside-hours']

/** A pause outside the opening hours is no pause to a customer: the store is closed. */
function stateOf({ open, reasons }: StoreNow['status']): ShownState {
  if (open) return { state: 'open', why: null }
  const shut = reasons.find(({ code }) => shutCodes.includes(code))
  if (shut) return { state: 'closed', why: shut }
  const why = reasons.find(({ code }) => code === 'store-paused')
  return why ? { state: 'paused', why } : { state: 'closed', why: null }
}

function closedLine(code: string | undefined, at: string | null): string {
  if (code === 'store-inactive') return 'Desativada'
  if (code === 'nothing-to-sell') return 'Fechada, nada à venda'
  if (code === 'no-hours') return 'Fechada, sem horários'
  return at ? `Fechada, abre ${at}` : 'Fechada'
}

function openLine(status: StoreNow['status'], waiting: StoreNow['waiting']): Pick<Front, 'late' | 'line'> {
  const { preparing, ready, dispatched, late } = waiting
  const shut = status.reasons.find(({ code }) => code === 'channel-closed')?.channel
  const words = [
    ...(preparing > 0 ? [`${preparing} no preparo`] : []),
    ...(ready > 0 ? [plural(ready, 'pronto', 'prontos')] : []),
    ...(dispatched > 0 ? [`${dispatched} na rua`] : []),
    ...(shut ? [`${channelName(shut)} ${pronounOf(shut) === 'ela' ? 'fechada' : 'fechado'}`] : []),
  ]
  const line = words.map(unbroken).join(', ')
  if (late > 0) return { late: unbroken(plural(late, 'atrasado', 'atrasados')), line }
  return { late: null, line: line === '' ? 'Aberta, sem pedidos' : line }
}

/** A number stays beside its word. */
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')

/** `4 abertas, 1 pausada, 1 fechada` */
export function streetText(fronts: readonly Front[]): string {
  const number = (state: Front['drawing']['state']) =>
    fronts.filter(({ drawing }) => drawing.state === state).length
  const words = [
    [number('open'), 'aberta', 'abertas'],
    [number('paused'), 'pausada', 'pausadas'],
    [number('closed'), 'fechada', 'fechadas'],
  ] as const
  return words
    .filter(([stores]) => stores > 0)
    .map(([stores, one, many]) => plural(stores, one, many))
    .join(', ')
}
