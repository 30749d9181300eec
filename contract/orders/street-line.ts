import type { OrderAddress } from './orders.ts'

/** `Rua A, 100`, or the one that is known: a whole address has no number of its own. */
export const streetLine = ({ street, number }: Pick<OrderAddress, 'street' | 'number'>): string =>
  [street, number].filter((part) => part.trim() !== '').join(', ')
