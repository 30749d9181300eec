import { unreadFields, type Fields } from '../sanitise/unread-fields.ts'

const lineFields: Fields = {
  name: 'text',
  specialInstructions: 'text',
  quantity: 'number',
  unit: 'text',
  // The amounts that the item's total follows from, or that are for information.
  unitPrice: 'known',
  originalPrice: 'known',
  subtotalPrice: 'known',
  totalPrice: 'known',
  // Programs read these; a person has nothing to do with them.
  id: 'code',
  index: 'code',
  externalCode: 'code',
  ean: 'code',
}
const itemFields: Fields = {
  ...lineFields,
  optionsPrice: 'known',
  scalePriceApplied: 'known',
  indoor: 'known',
  options: 'parts',
}
/** What the standard names and order.ts reads, or what says nothing to a person. */
const orderFields: Fields = {
  id: 'code',
  type: 'text',
  displayId: 'code',
  sourceAppId: 'code',
  salesChannel: 'text',
  virtualBrand: 'text',
  category: 'text',
  createdAt: 'text',
  lastEvent: 'text',
  orderTiming: 'text',
  preparationStartDateTime: 'text',
  merchant: 'known',
  items: 'parts',
  otherFees: 'known',
  discounts: 'known',
  total: 'known',
  payments: 'known',
  taxInvoice: 'known',
  customer: 'known',
  schedule: 'known',
  orderPriority: 'text',
  delivery: 'known',
  takeout: 'known',
  indoor: 'known',
  sendPreparing: 'known',
  sendDelivered: 'known',
  sendPickedUp: 'known',
  sendTracking: 'known',
  extraInfo: 'text',
}

/** Texts and lists of the order, its items and options that no field of ours takes, as lines of pt-BR. */
export const notUnderstood = (document: unknown): readonly string[] =>
  unreadFields([document], 'order', [orderFields, itemFields, lineFields])
