import type { FlatItem, Loose } from './flat-item.ts'

/** How iFood refuses a document. */
export interface Refusal {
  readonly status: 400 | 409 | 422
  readonly message: string
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i
const groupTypes = new Set([
  'DEFAULT',
  'OFFER_UNIT',
  'SPECIFICATION',
  'INGREDIENTS',
  'CUTLERY',
  'SIZE',
  'CRUST',
  'EDGE',
  'TOPPING',
])
const ofPizza = ['SIZE', 'CRUST', 'EDGE', 'TOPPING']

/** The published rules of `PUT /items`; null: the document is sound. */
export function refusalOf(document: unknown): Refusal | null {
  const { item, products, optionGroups = [], options = [] } = (document ?? {}) as Partial<FlatItem>
  if (!item || !Array.isArray(products) || products.length === 0) return bad('item and products are required')
  const flat = { item, products, optionGroups, options } as FlatItem
  return itemRefusal(flat) ?? partRefusal(flat) ?? pizzaRefusal(flat) ?? comboRefusal(flat)
}

function itemRefusal({ item, products }: FlatItem): Refusal | null {
  if (!uuid.test(String(item.id))) return bad('item.id must be a UUID')
  if (!['DEFAULT', 'PIZZA', 'COMBO_V2'].includes(String(item.type))) return bad('item.type is invalid')
  if (!isStatus(item.status)) return bad('item.status is invalid')
  if (typeof item.externalCode !== 'string' || item.externalCode === '')
    return bad('item.externalCode is required')
  if (item.type !== 'PIZZA' && !isPrice(item.price)) return bad('item.price is invalid')
  if (!isShifts(item.shifts)) return bad('item.shifts is invalid')
  if (item.productId !== undefined && !products.some(({ id }) => id === item.productId))
    return bad('item.productId is not in products')
  return null
}

/** Every id is there once, and nothing is made that no list names. */
function partRefusal({ products, optionGroups, options }: FlatItem): Refusal | null {
  for (const list of [products, optionGroups, options])
    for (const one of list) if (!uuid.test(String(one.id))) return bad(`id ${String(one.id)} must be a UUID`)
  for (const { name } of [...products, ...optionGroups])
    if (typeof name !== 'string' || name.trim() === '') return bad('name is required')
  for (const group of optionGroups) {
    const { optionGroupType = 'DEFAULT' } = group
    if (typeof optionGroupType !== 'string' || !groupTypes.has(optionGroupType))
      return bad('optionGroupType is invalid')
    if (!Array.isArray(group.optionIds)) return bad('optionIds is required')
    for (const id of group.optionIds as readonly unknown[])
      if (!options.some((option) => option.id === id)) return bad(`option ${String(id)} is not in options`)
  }
  for (const option of options) {
    if (!products.some(({ id }) => id === option.productId))
      return bad(`product ${String(option.productId)} is not in products`)
    if (!isStatus(option.status)) return bad('option.status is invalid')
    if (!isPrice(option.price)) return bad('option.price is invalid')
  }
  for (const link of products.flatMap(linksOf)) {
    if (!optionGroups.some(({ id }) => id === link.id))
      return bad(`group ${String(link.id)} is not in optionGroups`)
    if (!isCount(link.min) || !isCount(link.max) || (link.min as number) > (link.max as number))
      return bad('min and max are invalid')
  }
  return null
}

function pizzaRefusal({ item, optionGroups, products }: FlatItem): Refusal | null {
  if (item.type !== 'PIZZA') return null
  const linked = linksOf(mainProduct(item, products)).map(({ id }) => id)
  const types = new Set(
    optionGroups.filter(({ id }) => linked.includes(id)).map(({ optionGroupType }) => optionGroupType),
  )
  const missing = ofPizza.filter((type) => !types.has(type))
  return missing.length === 0
    ? null
    : { status: 422, message: `Pizza item without groups: ${missing.join(', ')}` }
}

function comboRefusal({ item, products, optionGroups }: FlatItem): Refusal | null {
  if (item.type !== 'COMBO_V2') return null
  const top = linksOf(mainProduct(item, products))
  if (top.filter(({ associationType }) => associationType === 'MAIN').length !== 1)
    return bad('COMBO_V2 must have exactly one MAIN option group')
  if (optionGroups.some(({ optionGroupType }) => !optionGroupType || optionGroupType === 'DEFAULT'))
    return bad('optionGroupType is required in every group of a COMBO_V2')
  const inner = optionGroups.filter(({ id }) => !top.some((link) => link.id === id))
  return inner.every(({ optionGroupType }) =>
    ['SPECIFICATION', 'INGREDIENTS'].includes(String(optionGroupType)),
  )
    ? null
    : bad('only SPECIFICATION and INGREDIENTS groups are allowed below an option')
}

const mainProduct = (item: Loose, products: readonly Loose[]): Loose =>
  products.find(({ id }) => id === item.productId) ?? products[0] ?? {}
const linksOf = (product: Loose): readonly Loose[] =>
  Array.isArray(product.optionGroups) ? (product.optionGroups as readonly Loose[]) : []
const isStatus = (status: unknown): boolean => status === 'AVAILABLE' || status === 'UNAVAILABLE'
const isCount = (count: unknown): boolean => Number.isInteger(count) && (count as number) >= 0
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** None: always. Each has its days, and ends on the day on which it begins. */
const isShifts = (shifts: unknown): boolean =>
  shifts === undefined ||
  shifts === null ||
  (Array.isArray(shifts) &&
    (shifts as readonly Loose[]).every(
      (shift) =>
        days.every((day) => typeof shift[day] === 'boolean') &&
        isTime(shift.startTime) &&
        isTime(shift.endTime) &&
        (shift.startTime as string) < (shift.endTime as string),
    ))
const isTime = (time: unknown): boolean => typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
const isPrice = (price: unknown): boolean => {
  const value = (price as { value?: unknown } | undefined)?.value
  return typeof value === 'number' && value >= 0
}
const bad = (message: string): Refusal => ({ status: 400, message })
