/** The states and kinds of an order by name (Open Delivery v1.7); their moves are in order-states.ts. */
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
