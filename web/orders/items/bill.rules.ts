import type { ChangedMoney, MissingMoney } from '../../../contract/orders/money/change-money.ts'
import type { RefundChoice } from '../../../contract/orders/money/due-refunds.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { sumOfParts } from '../../../contract/orders/money/paid-money.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { willGive } from '../cancel/order-money.rules.ts'
import type { ItemsDraft } from './items-draft.rules.ts'

/** What a person decided about the open money. */
export interface BillDraft {
  readonly missing: 'collect' | 'courtesy'
  /** How the missing money is collected. */
  readonly method: string
  /** Of a courtesy. */
  readonly reason: string
  readonly refund: 'due' | 'given'
}

/** `missing` of the call; null: everything that it costs is paid or agreed. */
export function missingOf(plain: ChangedMoney, { missing, method }: BillDraft): MissingMoney {
  if (plain.missingCents === 0) return null
  return missing === 'courtesy' ? { kind: 'courtesy' } : { kind: 'collect', method }
}

/** `refund` of the call. */
export function refundOf({ due }: ChangedMoney, { refund }: BillDraft): { readonly refund?: RefundChoice } {
  const cents = sumOfParts(due)
  return cents === 0 ? {} : { refund: { state: refund, cents } }
}

/** Why the change cannot be saved; null: it can. */
export function moneyIssue(draft: ItemsDraft, now: ChangedMoney, choice: BillDraft): string | null {
  if (draft.added.length === 0 && draft.places.every(({ quantity }) => quantity === 0))
    return 'Para tirar tudo, cancele o pedido.'
  if (now.missingCents > 0 && choice.missing === 'courtesy' && choice.reason.trim().length < 3)
    return 'Escreva o motivo da cortesia.'
  return null
}

/** `na entrega`, `na retirada`, `na mesa`. */
export const collectPlace: Readonly<Record<OrderType, string>> = {
  DELIVERY: 'na entrega',
  TAKEOUT: 'na retirada',
  INDOOR: 'na mesa',
}

/** The one figure that is still open, in its words. */
export interface OpenFigure {
  readonly kind: 'back' | 'missing' | 'agreed'
  readonly label: string
  readonly cents: number
}

export function openFigure(now: ChangedMoney, type: OrderType, changed: boolean): OpenFigure {
  const backCents = sumOfParts(now.due)
  if (changed && backCents > 0) return { kind: 'back', label: 'Devolver', cents: backCents }
  if (changed && now.missingCents > 0)
    return { kind: 'missing', label: 'Falta receber', cents: now.missingCents }
  const label = now.collectCents > 0 ? `A cobrar ${collectPlace[type]}` : 'Está pago'
  return { kind: 'agreed', label, cents: now.collectCents }
}

/** What happens with the open figure; empty: nothing is open. */
export function wayOfFigure(
  { kind }: OpenFigure,
  type: OrderType,
  { due }: Pick<ChangedMoney, 'due'>,
  { missing, method, refund }: BillDraft,
): string {
  if (kind === 'back') return refund === 'given' ? 'Já devolvi' : willGive(due)
  if (kind === 'agreed') return ''
  return missing === 'courtesy'
    ? 'A loja dá de cortesia'
    : `Receber ${collectPlace[type]}, ${methodName(method)}`
}
