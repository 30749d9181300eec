import type { Reply } from '../../contract/shared/route.ts'
import type { readStoresNow } from '../../contract/stores/stores.ts'
import { channelName, pronounOf } from '../../contract/shared/channels.ts'
import type { ShopFrontProps } from '../stores/shop-front.tsx'
import { plural } from '../words/format.ts'
import { whenWords } from './home-words.rules.ts'

export type StoreNow = Reply<typeof readStoresNow>['stores'][number]

export interface Front {
  readonly drawing: Pick<ShopFrontProps, 'state' | 'running' | 'waiting'>
  /** One line: `6 no preparo, 4 na rua`, `Pausada, volta às 20:40`. */
  readonly line: string
  /** Something in it is late or broken. */
  readonly bad: boolean
}

const shutCodes: readonly string[] = ['store-inactive', 'no-hours', 'outside-hours']

/** How a store's front is drawn, and the line under it. */
export function frontOf({ status, waiting }: StoreNow, now: Date, timezone: string): Front {
  const paused = status.reasons.find(({ code }) => code === 'store-paused')
  const shut = status.reasons.find(({ code }) => shutCodes.includes(code))
  const state = status.open ? 'open' : paused && !shut ? 'paused' : 'closed'
  const drawing = { state, running: runningIn(waiting), waiting: waiting.placed } as const
  const back = (reason: { readonly until: string | null } | undefined, verb: string) =>
    reason?.until ? `, ${verb} ${whenWords(reason.until, now, timezone)}` : ''
  if (state === 'paused') return { drawing, line: `Pausada${back(paused, 'volta')}`, bad: false }
  if (shut?.code === 'store-inactive') return { drawing, line: 'Desativada', bad: false }
  if (shut?.code === 'no-hours') return { drawing, line: 'Sem horário cadastrado', bad: false }
  if (state === 'closed') return { drawing, line: `Fechada${back(shut, 'abre')}`, bad: false }
  return { drawing, ...openLine(status, waiting) }
}

export const runningIn = ({ placed, preparing, ready, dispatched }: StoreNow['waiting']): number =>
  placed + preparing + ready + dispatched

function openLine(status: StoreNow['status'], waiting: StoreNow['waiting']): Pick<Front, 'line' | 'bad'> {
  const { preparing, ready, dispatched, late } = waiting
  const shutChannel = status.reasons.find(({ code }) => code === 'channel-closed')?.channel
  const words = [
    ...(late > 0 ? [plural(late, 'atrasado', 'atrasados')] : []),
    ...(preparing > 0 ? [`${preparing} no preparo`] : []),
    ...(ready > 0 ? [plural(ready, 'pronto', 'prontos')] : []),
    ...(dispatched > 0 ? [`${dispatched} na rua`] : []),
    ...(shutChannel
      ? [`${channelName(shutChannel)} ${pronounOf(shutChannel) === 'ela' ? 'fechada' : 'fechado'}`]
      : []),
  ]
  return { line: words.length > 0 ? words.join(', ') : 'Aberta, sem pedidos', bad: late > 0 }
}

/** `4 abertas, 1 pausada, 1 fechada.` */
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
