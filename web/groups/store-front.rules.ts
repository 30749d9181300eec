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

/** How a store's front is drawn, and what stands under it. */
export function frontOf({ status, waiting }: StoreNow, timezone: string | undefined, now: Date): Front {
  const paused = status.reasons.find(({ code }) => code === 'store-paused')
  const shut = status.reasons.find(({ code }) =>
    ['store-inactive', 'no-hours', 'outside-hours'].includes(code),
  )
  const state = status.open ? 'open' : paused && !shut ? 'paused' : 'closed'
  const drawing = {
    state,
    running: waiting.placed + waiting.preparing + waiting.ready + waiting.dispatched,
    waiting: waiting.placed,
  } as const
  const until = (paused && !shut ? paused : shut)?.until ?? null
  const at = until && timezone ? clockTime(until, timezone) : null
  if (state === 'paused') return { drawing, line: at ? `Pausada, volta às ${at}` : 'Pausada' }
  if (state === 'closed')
    return { drawing, line: closedLine(shut?.code, until && isSoon(until, now) ? at : null) }
  return { drawing, line: openLine(waiting) }
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
