import type { ItemThere, MerchantMenu, MerchantPrices } from '../merchant.ts'
import { categoriesOfTheApp, catalogPath } from './catalogue.ts'
import { centsOf, isLoose, listOf, type Loose } from './catalogue-values.ts'
import { rejectFailure, type IfoodCaller } from './http.ts'

/**
 * Items of iFood's catalogue v2 (docs/marketplaces/ifood.md section 6). A change without a context counts for every
 * context of the item.
 */
export const ifoodMenu = (call: IfoodCaller): MerchantMenu => ({
  read: async (merchantId, signal) => {
    const { categories } = await categoriesOfTheApp(call, merchantId, signal)
    return categories.flatMap(itemsThere)
  },
  setStatus: async (merchantId, itemId, status) => {
    const answer = await call('PATCH', catalogPath(merchantId, 'items/status'), { json: { itemId, status } })
    rejectFailure(answer, 'item status')
  },
})

export const ifoodPrices = (call: IfoodCaller): MerchantPrices => ({
  set: async (merchantId, itemId, priceCents) => {
    const value = priceCents / 100
    const json = { itemId, price: { value, originalValue: value } }
    const answer = await call('PATCH', catalogPath(merchantId, 'items/price'), { json })
    rejectFailure(answer, 'item price')
  },
})

const itemsThere = (category: unknown): readonly ItemThere[] =>
  isLoose(category) ? listOf(category.items).flatMap((item) => itemThere(item, category)) : []

/** An item whose state is neither of the two that are published says nothing. */
function itemThere({ id, status, price }: Loose, category: Loose): readonly ItemThere[] {
  if (typeof id !== 'string' || (status !== 'AVAILABLE' && status !== 'UNAVAILABLE')) return []
  return [
    {
      itemId: id,
      onSale: status === 'AVAILABLE',
      priceCents: centsOf(price),
      hidden: category.status === 'UNAVAILABLE',
    },
  ]
}
