import type { PaidPart, RefundChoice } from '../../../contract/orders/money/due-refunds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { heldParts, sumOfParts } from '../../../contract/orders/money/paid-money.ts'
import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import { money } from '../../words/format.ts'
import { paidBy } from '../refunds/refund-words.rules.ts'

/** What a cancellation does to the money: there is none, or a marketplace gives it back, or the store must. */
export type OrderMoney =
  | { readonly kind: 'none' | 'marketplace'; readonly words: string }
  | {
      readonly kind: 'held'
      readonly cents: number
      readonly parts: readonly PaidPart[]
      readonly words: string
    }

/** `due`: what the order already waits to give back. */
export function orderMoney(order: Order, due: readonly PaidPart[]): OrderMoney {
  if (order.isTest) return { kind: 'none', words: 'É um pedido de teste: ninguém pagou nada.' }
  if (isMarketplace(order.platform)) return marketplaceMoney(order)
  const parts = heldParts(order, { refundedCents: order.totals.refundCents, due })
  const cents = sumOfParts(parts)
  if (cents === 0) return { kind: 'none', words: 'Nada foi pago: não há o que devolver.' }
  const door = order.totals.pendingCents > 0 && order.status !== 'delivered'
  return {
    kind: 'held',
    cents,
    parts,
    words: `pagos ${paidBy(parts)}. Estão com a loja: só ela pode devolver.${
      door ? ` Os ${money(order.totals.pendingCents)} da entrega ninguém cobra.` : ''
    }`,
  }
}

function marketplaceMoney({ platform, totals }: Order): OrderMoney {
  const { prepaidCents } = totals
  if (prepaidCents === 0) return { kind: 'none', words: 'O cliente ainda não pagou: não há o que devolver.' }
  return {
    kind: 'marketplace',
    words: `${money(prepaidCents)} foram pagos ${withChannel('em', platform)}: se o cancelamento for aceito, ${withChannel('o', platform)} devolve ao cliente.`,
  }
}

/** What a person decided about the money; null: nothing yet. */
export interface MoneyDraft {
  readonly state: RefundChoice['state'] | null
  readonly reason: string
}

/** Why the cancellation cannot be sent yet; null: it can. */
export function moneyProblem(held: OrderMoney, draft: MoneyDraft): string | null {
  if (held.kind !== 'held') return null
  if (draft.state === null) return 'Escolha o que fazer com o dinheiro.'
  return draft.state === 'kept' && draft.reason.trim().length < 3 ? 'Diga por que a loja não devolve.' : null
}

/** As the call takes it; null: there is nothing to decide. */
export function choiceOf(held: OrderMoney, { state, reason }: MoneyDraft): RefundChoice | null {
  if (held.kind !== 'held' || state === null) return null
  return { state, cents: held.cents, ...(state === 'kept' ? { reason: reason.trim() } : {}) }
}

/** `Cancelar e anotar o estorno`: the button notes a refund, it pays none. */
export function cancelWords(refusing: boolean, held: OrderMoney, { state }: MoneyDraft): string {
  const verb = refusing ? 'Recusar' : 'Cancelar'
  if (held.kind !== 'held' || state === null) return `${verb} pedido`
  if (state === 'given') return `${verb}, já devolvi`
  return state === 'kept' ? `${verb} sem devolver` : `${verb} e anotar o estorno`
}

/** `Vou devolver por Pix`. */
export function willGive(parts: readonly PaidPart[]): string {
  const methods = new Set(parts.map(({ method }) => method))
  if (methods.size > 1) return 'Vou devolver'
  if (methods.has('PIX')) return 'Vou devolver por Pix'
  if (methods.has('CASH')) return 'Vou devolver em dinheiro'
  return cardMethods.some((method) => methods.has(method)) ? 'Vou estornar na maquininha' : 'Vou devolver'
}

const cardMethods = ['CREDIT', 'DEBIT', 'CREDIT_DEBIT', 'MEAL_VOUCHER', 'FOOD_VOUCHER'] as const
