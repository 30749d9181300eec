/** Order statuses and types (Open Delivery v1.7). The transitions are in contract/orders/states.ts. */
export const orderStatuses = [
  'placed',
  'confirmed',
  'preparing',
  'ready',
  'dispatched',
  'delivered',
  'concluded',
  'cancelled',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderTypes = ['DELIVERY', 'TAKEOUT', 'INDOOR'] as const
export type OrderType = (typeof orderTypes)[number]
