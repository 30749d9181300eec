import { centsTyped } from '../../contract/money.ts'
import type { PlaceOrderBody } from '../../contract/orders.ts'
import type { OrderType } from '../../contract/order-states.ts'

/** An order as it is typed at the counter or on the phone. */
export interface OrderDraft {
  readonly type: OrderType
  readonly name: string
  readonly phone: string
  readonly place: string
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly district: string
  readonly city: string
  readonly state: string
  readonly items: readonly DraftItem[]
  readonly deliveryFee: string
  readonly method: string
  readonly changeFor: string
  readonly notes: string
}

export interface DraftItem {
  readonly name: string
  readonly externalCode: string | null
  readonly quantity: number
  readonly price: string
  readonly notes: string
}

/** What the customer pays, in centavos; a price that cannot be read counts nothing yet. */
export function draftTotal(draft: OrderDraft): number {
  const items = draft.items.reduce((sum, item) => sum + item.quantity * (centsTyped(item.price) ?? 0), 0)
  return items + feeOf(draft)
}

const feeOf = (draft: OrderDraft): number =>
  draft.type === 'DELIVERY' ? (centsTyped(draft.deliveryFee) ?? 0) : 0

/** Names of the fields that cannot be read, with the sentence to show there. */
export function draftProblems(draft: OrderDraft): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'Informe o nome do cliente.'
  if (draft.phone.trim() !== '' && !phoneOf(draft.phone)) problems.phone = 'Informe o telefone com DDD.'
  if (draft.items.length === 0) problems.items = 'Escolha ao menos um item.'
  if (draft.items.some((item) => centsTyped(item.price) === null))
    problems.items = 'Confira os preços: use vírgula, como 12,50.'
  if (draft.deliveryFee.trim() !== '' && centsTyped(draft.deliveryFee) === null)
    problems.deliveryFee = 'Use vírgula, como 8,00.'
  if (draft.type === 'DELIVERY' && draft.street.trim() === '') problems.street = 'Informe a rua.'
  if (draft.type === 'DELIVERY' && draft.district.trim() === '') problems.district = 'Informe o bairro.'
  if (draft.type === 'INDOOR' && draft.place.trim() === '') problems.place = 'Informe a mesa.'
  if (draft.changeFor.trim() !== '') {
    const change = centsTyped(draft.changeFor)
    if (change === null) problems.changeFor = 'Use vírgula, como 100,00.'
    else if (change < draftTotal(draft)) problems.changeFor = 'O troco é para menos que o total.'
  }
  return problems
}

/** The body of `placeOrder`; only for a draft without problems. */
export function orderOf(draft: OrderDraft): PlaceOrderBody {
  const total = draftTotal(draft)
  const fee = feeOf(draft)
  return {
    type: draft.type,
    customer: { name: draft.name.trim(), phone: phoneOf(draft.phone) },
    items: draft.items.map((item) => {
      const price = centsTyped(item.price) ?? 0
      return {
        externalCode: item.externalCode,
        name: item.name.trim(),
        quantity: item.quantity,
        unitPriceCents: price,
        totalCents: price * item.quantity,
        notes: item.notes.trim() || null,
        options: [],
      }
    }),
    fees: fee > 0 ? [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] : [],
    discounts: [],
    payments: [
      {
        method: draft.method,
        brand: null,
        cents: total,
        prepaid: false,
        changeForCents: draft.method === 'CASH' ? centsTyped(draft.changeFor) : null,
      },
    ],
    orderCents: total,
    delivery:
      draft.type === 'DELIVERY'
        ? {
            address: {
              street: draft.street.trim(),
              number: draft.number.trim() || 's/n',
              complement: draft.complement.trim() || null,
              reference: null,
              district: draft.district.trim(),
              city: draft.city.trim(),
              state: draft.state,
              zipCode: null,
              lat: null,
              lng: null,
            },
          }
        : null,
    indoor: draft.type === 'INDOOR' ? { place: draft.place.trim() } : null,
    notes: draft.notes.trim() || null,
  }
}

function phoneOf(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '')
  const bare = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits
  return /^[1-9]\d(9\d{8}|[2-8]\d{7})$/.test(bare) ? `+55${bare}` : null
}
