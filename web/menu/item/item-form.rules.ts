import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** Form values of an item. `photo`: `keep`, empty for none, or the new one. */
export const itemValues = (item: MenuItem | null, menu: Menu) => ({
  name: item?.name ?? '',
  description: item?.description ?? '',
  categoryId: item ? (item.categoryId ?? '') : (menu.categories[0]?.id ?? newCategory),
  category: '',
  priceCents: item ? reaisText(item.priceCents) : '',
  photo: 'keep',
})
export type ItemValues = ReturnType<typeof itemValues>

export const newCategory = 'new'

/** The chosen category, if this menu has it: another store, chosen meanwhile, has its own categories. */
export const categoryIn = (menu: Pick<Menu, 'categories'>, categoryId: string, none: boolean): string =>
  menu.categories.some(({ id }) => id === categoryId) ? categoryId : none ? '' : newCategory

export const reaisText = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { minimumFractionDigits: 2, useGrouping: false })

/** An unreadable price becomes NaN, which every schema rejects with a message at the field. */
const typedPrice = (text: string): number => centsTyped(text) ?? Number.NaN

export const changesInput = (
  values: ItemValues,
  item: MenuItem,
  channelPrices: readonly { readonly merchantId: string; readonly priceCents: number }[],
) => ({
  name: values.name,
  description: values.description,
  categoryId: values.categoryId === '' ? null : values.categoryId,
  priceCents: typedPrice(values.priceCents),
  ...photoInput(values.photo),
  ...(channelPrices.length > 0 ? { channelPrices: [...channelPrices] } : {}),
  version: item.version,
})

export const newItemInput = (values: ItemValues, menu: Menu) => ({
  category:
    categoryIn(menu, values.categoryId, false) === newCategory
      ? values.category
      : (menu.categories.find((category) => category.id === values.categoryId)?.name ?? ''),
  name: values.name,
  description: values.description,
  priceCents: typedPrice(values.priceCents),
  ...(values.photo === 'keep' || values.photo === '' ? {} : { photo: values.photo }),
})

const photoInput = (photo: string): { photo?: string | null } => {
  if (photo === 'keep') return {}
  return { photo: photo === '' ? null : photo }
}

/** Changed partner prices; null if one is unreadable. */
export function channelPricesOf(
  item: MenuItem,
  typed: Readonly<Record<string, string>>,
): readonly { readonly merchantId: string; readonly priceCents: number }[] | null {
  const prices = item.channels.flatMap(({ merchantId, priceCents }) => {
    const cents = centsTyped(lookup(typed, merchantId) ?? '')
    return cents === priceCents ? [] : [{ merchantId, priceCents: cents }]
  })
  const readable = prices.flatMap(({ merchantId, priceCents }) =>
    priceCents === null ? [] : [{ merchantId, priceCents }],
  )
  return readable.length === prices.length ? readable : null
}
