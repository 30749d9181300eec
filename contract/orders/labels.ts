import type { OrderType } from './kinds.ts'

/** Kinds of orders as screens, files, mails and paper call them. */
export const orderTypeNames: Readonly<Record<OrderType, string>> = {
  DELIVERY: 'Entrega',
  TAKEOUT: 'Retirada',
  INDOOR: 'Salão',
}
