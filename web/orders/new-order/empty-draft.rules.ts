import type { Store } from '../../../contract/stores/stores.ts'
import { moduleOfType } from '../../../contract/stores/module-keys.ts'
import { areaCodeOf } from '../../../contract/shared/phones.ts'
import type { OrderDraft } from './new-order.rules.ts'

/** The services that the store takes orders of, the quickest first. */
export const typesOf = ({ modulesOff = [] }: Pick<Store, 'modulesOff'>): readonly OrderDraft['type'][] =>
  (['TAKEOUT', 'DELIVERY', 'INDOOR'] as const).filter((type) => !modulesOff.includes(moduleOfType(type)))

/** What is of a store; the customer may come along when another store is chosen. */
export const emptyDraft = (store: Store, customer: Partial<OrderDraft> = {}): OrderDraft => ({
  type: typesOf(store)[0] ?? 'TAKEOUT',
  typeChosen: false,
  name: '',
  phone: '',
  areaCode: areaCodeOf(store.phone),
  place: '',
  ...noAddress(store),
  items: [],
  deliveryFee: '',
  feeNote: '',
  discount: '',
  discountReason: '',
  method: 'PIX',
  prepaid: false,
  changeFor: '',
  notes: '',
  readyAt: '',
  ...customer,
})

export const noAddress = ({ address }: Store) => ({
  addressLine: '',
  street: '',
  number: '',
  complement: '',
  reference: '',
  district: '',
  city: address.city,
  state: address.state,
  zipCode: '',
  point: null,
  zone: null,
})
