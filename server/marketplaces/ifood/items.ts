import type { ItemThere, MerchantMenu, MerchantOptions, MerchantPrices, OptionThere } from '../merchant.ts'
import { categoriesOfTheApp, catalogPath } from './catalogue.ts'
import { centsOf, extraCentsOf, isLoose, listOf, textOf, type Loose } from './catalogue-values.ts'
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
    const json = { itemId, price: priceOf(priceCents) }
    const answer = await call('PATCH', catalogPath(merchantId, 'items/price'), { json })
    rejectFailure(answer, 'item price')
  },
})

/** Without a flavour's size and without a context: a change counts for all of them. */
export const ifoodOptions = (call: IfoodCaller): MerchantOptions => ({
  setStatus: async (merchantId, optionId, status) => {
    const json = { optionId, status }
    const answer = await call('PATCH', catalogPath(merchantId, 'options/status'), { json })
    rejectFailure(answer, 'option status')
  },
  setPrice: async (merchantId, optionId, priceCents) => {
    const json = { optionId, price: priceOf(priceCents) }
    const answer = await call('PATCH', catalogPath(merchantId, 'options/price'), { json })
    rejectFailure(answer, 'option price')
  },
})

const priceOf = (priceCents: number) => ({ value: priceCents / 100, originalValue: priceCents / 100 })

const itemsThere = (category: unknown): readonly ItemThere[] =>
  isLoose(category) ? listOf(category.items).flatMap((item) => itemThere(item, category)) : []

/** An item whose state is neither of the two that are published says nothing. */
function itemThere({ id, status, price, optionGroups }: Loose, category: Loose): readonly ItemThere[] {
  if (typeof id !== 'string' || (status !== 'AVAILABLE' && status !== 'UNAVAILABLE')) return []
  return [
    {
      itemId: id,
      onSale: status === 'AVAILABLE',
      priceCents: centsOf(price),
      hidden: category.status === 'UNAVAILABLE',
      options: optionsIn(optionGroups, 0),
    },
  ]
}

/** Deeper than any menu is. */
const maxDepth = 8

const optionsIn = (groups: unknown, depth: number): readonly OptionThere[] =>
  depth > maxDepth
    ? []
    : listOf(groups).flatMap((group) =>
        listOf(group.options).flatMap((option) => [
          ...optionThere(option, group),
          ...optionsIn(option.optionGroups, depth + 1),
        ]),
      )

function optionThere(option: Loose, group: Loose): readonly OptionThere[] {
  const { id, name, externalCode, status, price } = option
  if (typeof id !== 'string' || (status !== 'AVAILABLE' && status !== 'UNAVAILABLE')) return []
  return [
    {
      optionId: id,
      group: textOf(group.name),
      name: textOf(name),
      externalCode: textOf(externalCode),
      onSale: status === 'AVAILABLE',
      priceCents: hasPriceBySize(option) ? null : extraCentsOf(price),
    },
  ]
}

/** A flavour with a price below each size: each would be a write of its own (`parentCustomizationOptionId`). */
const hasPriceBySize = ({ contextModifiers, customizationModifiers }: Loose): boolean =>
  listOf(customizationModifiers).length > 0 ||
  listOf(contextModifiers).some(({ parentOptionId }) => typeof parentOptionId === 'string')
