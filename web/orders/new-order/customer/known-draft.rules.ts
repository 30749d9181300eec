import type { Menu } from '../../../../contract/menu/menu.ts'
import type { KnownCustomer } from '../../../../contract/orders/known-customer.ts'
import type { OrderType } from '../../../../contract/orders/kinds.ts'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { Store } from '../../../../contract/stores/stores.ts'
import { withLine } from '../draft-lines.rules.ts'
import { noAddress, typesOf } from '../empty-draft.rules.ts'
import { doorOf, type OrderDraft } from '../new-order.rules.ts'
import { counterMethods } from '../payment.rules.ts'
import { repeatedOrder } from './repeated-order.rules.ts'

type LastOrder = NonNullable<KnownCustomer['lastOrder']>

/** What a telephone filled in before: it gives way to what another one brings, and nothing else does. */
export interface Brought {
  readonly name: string
  readonly address: OrderAddress | null
  readonly type: OrderType | null
}

export const broughtNothing: Brought = { name: '', address: null, type: null }

/** Name, address and way of the customer, where nobody typed or chose others. */
export function broughtBy(
  customer: KnownCustomer | null,
  draft: OrderDraft,
  before: Brought,
  store: Store,
): Partial<OrderDraft> {
  const address = customer?.addresses[0] ?? null
  const freeName = draft.name.trim() === '' || draft.name === before.name
  const freeAddress = isAt(draft, before.address)
  return {
    ...(freeName ? { name: customer?.name ?? '' } : {}),
    ...(freeAddress ? addressFields(address, store) : {}),
    ...(draft.typeChosen ? {} : wayOf(customer, draft, before, store)),
  }
}

function wayOf(
  customer: KnownCustomer | null,
  draft: OrderDraft,
  before: Brought,
  store: Store,
): Partial<OrderDraft> {
  const [type, ways] = [customer?.lastOrder?.type, typesOf(store)]
  if (type && ways.includes(type)) return { type }
  return before.type === draft.type && ways[0] ? { type: ways[0] } : {}
}

/** The telephone brought another way than the one that the till begins with. */
export const isBroughtWay = (customer: KnownCustomer | null, draft: OrderDraft, store: Store): boolean =>
  !draft.typeChosen && customer?.lastOrder?.type === draft.type && typesOf(store)[0] !== draft.type

/** Nothing is in its fields, or just this. */
function isAt({ street, number, addressLine }: OrderDraft, address: OrderAddress | null): boolean {
  if (street.trim() === '' && addressLine.trim() === '') return true
  return address !== null && street === address.street && number === address.number
}

/** The fields of an address; empty ones for none. */
export function addressFields(address: OrderAddress | null, store: Store): Partial<OrderDraft> {
  if (address === null) return noAddress(store)
  const state = address.state || store.address.state
  return {
    addressLine: '',
    street: address.street,
    number: address.number,
    complement: address.complement ?? '',
    reference: address.reference ?? '',
    district: address.district,
    city: address.city,
    state,
    zipCode: address.zipCode ?? '',
    point: pointOfOrder({ ...address, state }),
    zone: null,
  }
}

/** Where an earlier delivery to this address went; null: nobody noted it. */
const pointOfOrder = (address: OrderAddress): OrderDraft['point'] =>
  address.lat === null || address.lng === null
    ? null
    : { lat: address.lat, lng: address.lng, source: 'order', of: doorOf(address) }

/** The draft with the last order in it: its items behind those that are there, its way and how it was paid. */
export function repeated(
  last: LastOrder,
  draft: OrderDraft,
  { menu, store }: { readonly menu: Menu; readonly store: Store },
): { readonly change: Partial<OrderDraft>; readonly leftOut: readonly string[] } {
  const { lines, leftOut } = repeatedOrder(last, menu)
  const method = counterMethods.find((one) => one === last.method)
  return {
    change: {
      items: lines.reduce(withLine, draft.items),
      ...(typesOf(store).includes(last.type) ? { type: last.type, typeChosen: true } : {}),
      ...(method ? { method } : {}),
    },
    leftOut,
  }
}
