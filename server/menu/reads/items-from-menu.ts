import { sql, type Transaction } from 'kysely'
import type { ErrorDetail } from '../../../contract/shared/errors.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import type { Availability, MenuHours, PriceMethod } from '../../../contract/menu/menu-fields.ts'
import { chargedOptions, optionsCents, type ChosenOption } from '../../../contract/menu/option-prices.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import { soldAt } from '../../../contract/menu/sold-at.ts'
import type { Cell } from '../../db/tables.ts'
import { hoursOf } from './menu.reads.ts'

export interface RequestedItem {
  /** Set for an item of the menu. Absent for an item typed in by hand or sent by another system. */
  readonly menuItemId?: string | undefined
  readonly externalCode: string | null
  readonly name: string
  readonly unitPriceCents: number
  readonly options: readonly RequestedOption[]
}

interface RequestedOption {
  readonly menuOptionId?: string | undefined
  readonly name: string
  readonly groupName: string | null
  readonly quantity: number
  readonly unitPriceCents: number
}

interface SoldItem {
  readonly id: string
  readonly name: string
  readonly externalCode: string | null
  readonly productKey: string
  readonly priceCents: number
  readonly paused: boolean
  /** Its category is off sale. */
  readonly off: boolean
  readonly availability: readonly MenuHours[]
  readonly categoryHours: readonly MenuHours[]
  readonly timezone: string
}

interface SoldOption {
  readonly itemId: string
  readonly groupId: string
  readonly groupName: string
  /** The option that the group is asked with; null: it is a group of the item. */
  readonly askedWith: string | null
  readonly min: number
  readonly max: number
  /** Null: a group without options. */
  readonly id: string | null
  readonly name: string
  readonly priceCents: number
  readonly status: Availability
  readonly most: number
  readonly priceMethod: PriceMethod
}

/**
 * Checks the items of an own-channel order against the menu. Name and code are taken from the menu, and so is how
 * halves share their price; a paused, deleted or re-priced item is reported under its own path. An item without a menu item id is
 * accepted unchanged, unless its code belongs to a paused item.
 */
export async function itemsFromMenu<T extends RequestedItem>(
  tx: Transaction<Cell>,
  storeId: string,
  items: readonly T[],
  now: Date,
): Promise<{ readonly items: readonly T[]; readonly problems: readonly ErrorDetail[] }> {
  const sold = await soldItems(tx, storeId, items, now)
  if (sold.length === 0 && !items.some((item) => item.menuItemId)) return { items, problems: [] }
  const options = await soldOptions(tx, storeId, items)
  const problems: ErrorDetail[] = []
  const resolved = items.map((item, index) => {
    const found = item.menuItemId
      ? sold.find((one) => one.id === item.menuItemId)
      : sold.find((one) => one.productKey === productKey(item.externalCode, item.name))
    const problem = item.menuItemId
      ? problemOf(item, found, { options, now })
      : found?.paused
        ? `${found.name} está pausado.`
        : null
    if (problem) problems.push({ path: `items.${index}`, message: problem })
    return item.menuItemId && found && !problem ? asSold(item, found, options) : item
  })
  return { items: resolved, problems }
}

async function soldItems(
  tx: Transaction<Cell>,
  storeId: string,
  items: readonly RequestedItem[],
  now: Date,
): Promise<readonly SoldItem[]> {
  const ids = items.flatMap((item) => item.menuItemId ?? [])
  const keys = items.flatMap((item) => (item.menuItemId ? [] : productKey(item.externalCode, item.name)))
  const { rows } = await sql<SoldItem & { readonly categoryId: string | null }>`
    select i.id, i.name, i.external_code as "externalCode", i.product_key as "productKey",
      i.price_cents as "priceCents", p.id is not null as paused, coalesce(k.status = 'UNAVAILABLE', false) as off,
      i.availability, k.id as "categoryId", k.availability as "categoryHours", s.timezone
    from menu_items i
      join stores s on s.id = i.store_id
      left join menu_categories k on k.store_id = i.store_id and k.id = i.category_id
      left join menu_item_pauses p on p.store_id = i.store_id and p.item_id = i.id and p.ended_at is null
        and (p.until is null or p.until > ${now})
    where i.store_id = ${storeId} and (i.id = any (${ids}::uuid[]) or i.product_key = any (${keys}::text[]))`.execute(
    tx,
  )
  return rows.map(({ categoryId, ...row }) => ({
    ...row,
    availability: hoursOf({ storeId, id: row.id }, row.availability),
    categoryHours: categoryId === null ? [] : hoursOf({ storeId, id: categoryId }, row.categoryHours),
  }))
}

async function soldOptions(
  tx: Transaction<Cell>,
  storeId: string,
  items: readonly RequestedItem[],
): Promise<readonly SoldOption[]> {
  const ids = items.flatMap((item) => item.menuItemId ?? [])
  if (ids.length === 0) return []
  const { rows } = await sql<SoldOption>`
    with recursive asked as (
      select l.item_id, g.id as group_id from menu_item_option_groups l
        join menu_option_groups g on g.store_id = l.store_id and g.id = l.group_id
      where l.store_id = ${storeId} and l.item_id = any (${ids}::uuid[]) and g.status = 'AVAILABLE'
        and g.option_id is null
      union
      select a.item_id, g.id from asked a
        join menu_options o on o.store_id = ${storeId} and o.group_id = a.group_id
        join menu_option_groups g on g.store_id = ${storeId} and g.option_id = o.id and g.status = 'AVAILABLE'
    )
    select a.item_id as "itemId", g.id as "groupId", g.name as "groupName", g.option_id as "askedWith",
      g.min_permitted as min, g.max_permitted as max, o.id, coalesce(o.name, '') as name, coalesce(o.price_cents, 0) as "priceCents",
      coalesce(o.status, 'AVAILABLE') as status, coalesce(o.max_permitted, 1) as most,
      g.price_method as "priceMethod"
    from asked a
      join menu_option_groups g on g.store_id = ${storeId} and g.id = a.group_id
      left join menu_options o on o.store_id = g.store_id and o.group_id = g.id`.execute(tx)
  return rows
}

function problemOf(
  item: RequestedItem,
  sold: SoldItem | undefined,
  { options: all, now }: { readonly options: readonly SoldOption[]; readonly now: Date },
): string | null {
  if (!sold) return `${item.name} saiu do cardápio.`
  if (sold.paused) return `${sold.name} está pausado.`
  if (sold.off) return `A categoria de ${sold.name} está fora de venda.`
  if (![sold.availability, sold.categoryHours].every((hours) => soldAt(hours, now, sold.timezone)))
    return `${sold.name} não sai neste horário.`
  if (sold.priceCents !== item.unitPriceCents)
    return `${sold.name} agora custa ${moneyPhrase(sold.priceCents)}.`
  const itemOptions = all.filter((one) => one.itemId === sold.id)
  for (const option of item.options) {
    const found = itemOptions.find((one) => one.id !== null && one.id === option.menuOptionId)
    if (!found) return `${option.name} não é uma opção de ${sold.name}.`
    if (found.status === 'UNAVAILABLE') return `${found.name}, de ${sold.name}, está em falta.`
    const taken = countOf(item.options.filter((one) => one.menuOptionId === option.menuOptionId))
    const most = Math.max(timesAsked(item, found), 1) * found.most
    if (taken > most) return `${sold.name}: até ${most} de ${found.name}.`
    if (found.priceMethod === 'SUM' && found.priceCents !== option.unitPriceCents)
      return `${found.name}, de ${sold.name}, agora custa ${moneyPhrase(found.priceCents)}.`
  }
  return groupProblem(item, sold, itemOptions) ?? sharedPriceProblem(item, sold, itemOptions)
}

const countOf = (options: readonly RequestedOption[]): number =>
  options.reduce((sum, option) => sum + option.quantity, 0)

const timesAsked = ({ options }: RequestedItem, { askedWith }: SoldOption): number =>
  askedWith === null ? 1 : countOf(options.filter(({ menuOptionId }) => menuOptionId === askedWith))

/** Halves are compared together: how their sum is spread over them is ours to write. */
function sharedPriceProblem(
  item: RequestedItem,
  sold: SoldItem,
  itemOptions: readonly SoldOption[],
): string | null {
  const shared = chosenOf(item, itemOptions).filter(({ priceMethod }) => priceMethod !== 'SUM')
  const ids = new Set(shared.map(({ menuOptionId }) => menuOptionId))
  const parts = item.options.filter(({ menuOptionId }) => ids.has(menuOptionId ?? ''))
  const asked = parts.reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)
  const cents = optionsCents(shared)
  if (asked === cents) return null
  const names = [...new Set(parts.map(({ name }) => name))].join(' + ')
  return `${names}, de ${sold.name}, agora custa ${moneyPhrase(cents)}.`
}

const chosenOf = (item: RequestedItem, itemOptions: readonly SoldOption[]): readonly ChosenOption[] =>
  item.options.flatMap(({ menuOptionId, quantity }) => {
    const found = itemOptions.find(({ id }) => id !== null && id === menuOptionId)
    return found && menuOptionId
      ? [
          {
            menuOptionId,
            quantity,
            priceCents: found.priceCents,
            priceMethod: found.priceMethod,
            askedWith: found.askedWith,
          },
        ]
      : []
  })

function asSold<T extends RequestedItem>(item: T, sold: SoldItem, all: readonly SoldOption[]): T {
  const itemOptions = all.filter((one) => one.itemId === sold.id)
  const options = chargedOptions(chosenOf(item, itemOptions)).flatMap((charge) => {
    const asked = item.options.find(({ menuOptionId }) => menuOptionId === charge.menuOptionId)
    return asked ? [{ ...asked, ...charge }] : []
  })
  return { ...item, name: sold.name, externalCode: sold.externalCode, options }
}

function groupProblem(
  item: RequestedItem,
  sold: SoldItem,
  itemOptions: readonly SoldOption[],
): string | null {
  const groups = new Map(itemOptions.map((one) => [one.groupId, one]))
  for (const group of groups.values()) {
    const { groupId, groupName, askedWith, min, max } = group
    const ids = new Set(itemOptions.filter((one) => one.groupId === groupId).map((one) => one.id))
    const chosen = countOf(item.options.filter((option) => ids.has(option.menuOptionId ?? '')))
    const times = timesAsked(item, group)
    if (chosen < times * min) return `${sold.name}: escolha ${times * min} em “${groupName}”.`
    if (times === 0 && chosen > 0) {
      const holder = itemOptions.find(({ id }) => id === askedWith)?.name ?? ''
      return `${sold.name}: “${groupName}” só com ${holder}.`
    }
    if (chosen > times * max) return `${sold.name}: até ${times * max} em “${groupName}”.`
  }
  return null
}
