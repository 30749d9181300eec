import { centsTyped } from '../../../contract/shared/money.ts'
import type { Order, OrderAddress, OrderPayment } from '../../../contract/orders/orders.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

/** Form values of one payment. */
export interface PaymentDraft {
  readonly method: string
  readonly brand: string | null
  readonly value: string
  readonly prepaid: boolean
  readonly changeFor: string
}

export const draftOf = (payment: OrderPayment): PaymentDraft => ({
  method: payment.method,
  brand: payment.brand,
  value: reaisTyped(payment.cents),
  prepaid: payment.prepaid,
  changeFor: payment.changeForCents === null ? '' : reaisTyped(payment.changeForCents),
})

/** The part of the total not covered by the drafts; an unreadable value counts as zero. */
export const missingCents = (drafts: readonly PaymentDraft[], totalCents: number): number =>
  totalCents - drafts.reduce((sum, draft) => sum + (centsTyped(draft.value) ?? 0), 0)

/** The payments, or a message by field: `0.value`, `1.changeFor`. */
export function paymentsOf(
  drafts: readonly PaymentDraft[],
): { readonly payments: OrderPayment[] } | { readonly problems: Readonly<Record<string, string>> } {
  const problems: Record<string, string> = {}
  const payments = drafts.map((draft, index) => {
    const cents = centsTyped(draft.value)
    if (cents === null) problems[`${index}.value`] = 'Use vírgula, como 25,50.'
    const wantsChange = draft.method === 'CASH' && draft.changeFor.trim() !== ''
    const change = wantsChange ? centsTyped(draft.changeFor) : null
    if (wantsChange && change === null) problems[`${index}.changeFor`] = 'Use vírgula, como 100,00.'
    else if (change !== null && cents !== null && change < cents)
      problems[`${index}.changeFor`] = 'O troco é para menos que o valor.'
    return {
      method: draft.method,
      brand: draft.brand,
      cents: cents ?? 0,
      prepaid: draft.prepaid,
      changeForCents: change,
    }
  })
  return Object.keys(problems).length > 0 ? { problems } : { payments }
}

/** Map point and postal code belong to the previous place, so another place drops them. */
export function addressOf(
  typed: Pick<OrderAddress, 'street' | 'number' | 'district' | 'city' | 'state'> & {
    readonly complement: string
    readonly reference: string
  },
  before: OrderAddress | null,
): OrderAddress {
  const place = {
    street: typed.street.trim(),
    number: typed.number.trim() || 's/n',
    district: typed.district.trim(),
    city: typed.city.trim(),
    state: typed.state,
  }
  const same = before !== null && Object.entries(place).every(([part, text]) => lookup(before, part) === text)
  return {
    ...place,
    complement: typed.complement.trim() || null,
    reference: typed.reference.trim() || null,
    zipCode: same ? before.zipCode : null,
    lat: same ? before.lat : null,
    lng: same ? before.lng : null,
  }
}

/** Form values of a delivery: address and fee. */
export const deliveryDraft = (order: Order) => {
  const address = order.delivery?.address
  const fee = order.fees.filter((one) => one.type === 'DELIVERY_FEE').reduce((sum, one) => sum + one.cents, 0)
  return {
    street: address?.street ?? '',
    number: address?.number ?? '',
    complement: address?.complement ?? '',
    reference: address?.reference ?? '',
    district: address?.district ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    notes: order.delivery?.notes ?? '',
    cents: reaisTyped(fee),
  }
}
