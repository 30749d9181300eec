import { stopMinutes, type BulkAction, type BulkKind } from '../../contract/bulk/bulk.ts'
import { hourMs } from '../../contract/shared/durations.ts'
import { centsTyped } from '../../contract/shared/money.ts'
import { noReason, stopReasons } from '../words/stop-reasons.ts'

/** Those that are asked for here; a holiday has its own question. */
export const actKinds = [
  ['stop', 'Parar de vender'],
  ['reopen', 'Voltar a vender'],
  ['pause-item', 'Pausar um item'],
  ['resume-item', 'Voltar com um item'],
  ['price', 'Mudar um preço'],
] as const satisfies readonly (readonly [BulkKind, string])[]

export const stopSpans = stopMinutes.map((minutes) => [String(minutes), `${minutes}\u00a0min`] as const)

export const reasons = [[noReason, 'Sem motivo'], ...stopReasons.map((one) => [one, one] as const)] as const

export const itemSpans = [
  ['hour', '1 hora'],
  ['tomorrow', 'Só hoje'],
  ['open', 'Até alguém voltar'],
] as const

export interface Asked {
  readonly kind: (typeof actKinds)[number][0]
  readonly minutes: string
  readonly reason: string
  readonly item: string
  /** Of the item in the menu that it was chosen from. */
  readonly code: string | null
  readonly until: (typeof itemSpans)[number][0]
  /** As typed, in reais. */
  readonly price: string
}

export const emptyAsk: Asked = {
  kind: 'stop',
  minutes: '30',
  reason: noReason,
  item: '',
  code: null,
  until: 'tomorrow',
  price: '',
}

export const needsItem = (kind: Asked['kind']): boolean => kind !== 'stop' && kind !== 'reopen'

export interface Missing {
  readonly action: null
  readonly problem: string
  readonly field: 'item' | 'price'
}
export type Wanted = { readonly action: BulkAction } | Missing

/** The act as the call takes it, or the one field that is missing. */
export function actionOf(asked: Asked, now: Date): Wanted {
  const { kind, minutes, reason, code, until, price } = asked
  const name = asked.item.trim()
  if (needsItem(kind) && name === '') return missing('item', 'Escolha o item.')
  const item = { name, code }
  switch (kind) {
    case 'stop':
      return ready({ kind, minutes: stopMinutes.find((one) => String(one) === minutes) ?? 30, reason })
    case 'reopen':
      return ready({ kind })
    case 'pause-item':
      if (until === 'open') return ready({ kind, item })
      return ready({
        kind,
        item,
        until: until === 'tomorrow' ? until : new Date(now.getTime() + hourMs).toISOString(),
      })
    case 'resume-item':
      return ready({ kind, item })
    case 'price': {
      const priceCents = centsTyped(price)
      if (priceCents === null) return missing('price', 'Informe o preço em reais, como 12,50.')
      return ready({ kind, item, priceCents })
    }
  }
}

const ready = (action: BulkAction): Wanted => ({ action })
const missing = (field: Missing['field'], problem: string): Wanted => ({ action: null, problem, field })
