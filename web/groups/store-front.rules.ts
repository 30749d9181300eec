import type { Reply } from '../../contract/shared/route.ts'
import type { readStoresNow } from '../../contract/stores/stores.ts'
import type { ShopFrontProps } from '../stores/shop-front.tsx'
import { clockTime, plural } from '../words/format.ts'

type StoreNow = Reply<typeof readStoresNow>['stores'][number]

interface Front {
  readonly drawing: Pick<ShopFrontProps, 'state' | 'running' | 'waiting'>
  /** One line of state: "6 no preparo, 4 na rua", "Pausada, volta às 20:40". */
  readonly line: string
}

interface ShownState {
  readonly state: ShopFrontProps['state']
  readonly why: StoreNow['status']['reasons'][number] | null
}

/** How a store's front is drawn, and its line of state. */
export function frontOf({ status, waiting }: StoreNow, timezone: string | undefined, now: Date): Front {
  const { state, why }: ShownState = stateOf(status)
  const drawing = {
    state,
    running: waiting.placed + waiting.preparing + waiting.ready + waiting.dispatched,
    waiting: waiting.placed,
  }
  const until = why?.until ?? null
  const at = until && timezone ? clockTime(until, timezone) : null
  if (state === 'open') return { drawing, line: openLine(waiting) }
  if (state === 'paused') return { drawing, line: at ? `Pausada, volta às ${at}` : 'Pausada' }
  return { drawing, line: closedLine(why?.code, until && isSoon(until, now) ? at : null) }
}

/** A pause outside the opening hours is no pause to a customer: the store is closed. */
function stateOf({ open, reasons }: StoreNow['status']): ShownState {
  if (open) return { state: 'open', why: null }
  const shut = reasons.find(({ code }) => ['store-inactive', 'no-hours', 'outside-hours'].includes(code))
  if (shut) return { state: 'closed', why: shut }
  const why = reasons.find(({ code }) => code === 'store-paused')
  return why ? { state: 'paused', why } : { state: 'closed', why: null }
}

/** Of another day the hour alone would mislead. */
const isSoon = (until: string, now: Date): boolean => Date.parse(until) - now.getTime() < 12 * 3_600_000

function closedLine(code: string | undefined, at: string | null): string {
  if (code === 'store-inactive') return 'Desativada'
  if (code === 'no-hours') return 'Fechada, sem horários'
  return at ? `Fechada, abre às ${at}` : 'Fechada'
}

function openLine({ preparing, ready, dispatched }: StoreNow['waiting']): string {
  const words = [
    ...(preparing > 0 ? [`${preparing}\u00a0no\u00a0preparo`] : []),
    ...(ready > 0 ? [plural(ready, 'pronto', 'prontos').replace(' ', '\u00a0')] : []),
    ...(dispatched > 0 ? [`${dispatched}\u00a0na\u00a0rua`] : []),
  ]
  return words.length > 0 ? words.join(', ') : 'Aberta, sem pedidos'
}
