import { closeBilling } from '../order-billing/billing-days.ts'
import { closeCustomers } from '../customer/close-customers.ts'
import { closeProducts } from '../product/close-products.ts'
import { closeQuality } from '../quality/quality-closing.ts'
import { closeParts } from '../figures/close-parts.ts'
import { closeSales } from '../figures/close-sales.ts'
import type { ClosingPart } from './closing-part.ts'

/** Everything that closing a day writes, in this order. */
export const closingParts: readonly ClosingPart[] = [
  { name: 'sales', close: closeSales },
  { name: 'sales-parts', close: closeParts },
  { name: 'quality', close: closeQuality },
  { name: 'products', close: closeProducts },
  { name: 'customers', close: closeCustomers },
  { name: 'billing', close: closeBilling },
]
