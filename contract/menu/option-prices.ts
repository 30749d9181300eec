import type { PriceMethod } from './menu-fields.ts'

/** An option that was chosen for one piece of an item, at the price of the menu. */
export interface ChosenOption {
  readonly menuOptionId: string
  readonly quantity: number
  readonly priceCents: number
  readonly priceMethod: PriceMethod
  /** The option that its group is asked with. Absent or null: its group is one of the item. */
  readonly askedWith?: string | null
}

/** What an order line carries: quantity times price of all charges is what the options cost. */
export interface OptionCharge {
  readonly menuOptionId: string
  readonly quantity: number
  readonly unitPriceCents: number
}

/** What the chosen options add to the price of one piece of their item. */
export const optionsCents = (chosen: readonly ChosenOption[]): number =>
  chargedOptions(chosen).reduce((sum, { quantity, unitPriceCents }) => sum + quantity * unitPriceCents, 0)

/**
 * The one place that prices options, for orders of every door. As Open Delivery says it, all groups of an item with the
 * same method count together, so that a first and a second half may be groups of their own; and so do those of one
 * option, as of each pizza of a combo. Parts of a pizza share its price; where it does not divide, parts of one option differ by a centavo and are two charges.
 */
export function chargedOptions(chosen: readonly ChosenOption[]): readonly OptionCharge[] {
  const options = merged(chosen)
  const units = new Map<string, readonly number[]>()
  for (const place of new Set(options.map(({ askedWith = null }) => askedWith))) {
    const beside = options.filter(({ askedWith = null }) => askedWith === place)
    const times = options.find(({ menuOptionId }) => menuOptionId === place)?.quantity ?? 1
    for (const method of ['MAX', 'AVG', 'SHARE'] as const) {
      const pool = beside.filter(({ priceMethod }) => priceMethod === method)
      for (const [id, prices] of unitPrices(pool, method, times)) units.set(id, prices)
    }
  }
  return options.flatMap(({ menuOptionId, quantity, priceCents }) => {
    const prices = units.get(menuOptionId)
    if (!prices) return [{ menuOptionId, quantity, unitPriceCents: priceCents }]
    return [...new Set(prices)].map((unitPriceCents) => ({
      menuOptionId,
      quantity: prices.filter((one) => one === unitPriceCents).length,
      unitPriceCents,
    }))
  })
}

/** The same option twice is more of it. */
function merged(chosen: readonly ChosenOption[]): readonly ChosenOption[] {
  const byId = new Map<string, ChosenOption>()
  for (const option of chosen) {
    const quantity = (byId.get(option.menuOptionId)?.quantity ?? 0) + option.quantity
    if (quantity > 0) byId.set(option.menuOptionId, { ...option, quantity })
  }
  return [...byId.values()]
}

/**
 * The price of each part: all of them together are the price of the pool. Centavos that are left go to an option that
 * was taken once, so that the others stay one charge. Of an option that was taken `times`, the pool is paid as often.
 */
function unitPrices(
  pool: readonly ChosenOption[],
  method: Exclude<PriceMethod, 'SUM'>,
  times: number,
): ReadonlyMap<string, readonly number[]> {
  const parts = pool.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = times * poolCents(pool, method)
  const partOf = ({ priceCents, quantity }: ChosenOption): number =>
    method === 'MAX'
      ? total / parts
      : (times * priceCents) / (method === 'SHARE' ? parts : pool.length * quantity)
  const whole = pool.map((option) => ({ option, cents: Math.floor(partOf(option)) }))
  const left = total - whole.reduce((sum, { option, cents }) => sum + option.quantity * cents, 0)
  const taker = pool.find(({ quantity }) => quantity === 1) ?? pool[0]
  return new Map(
    whole.map(({ option, cents }) => {
      const { menuOptionId, quantity } = option
      const more = (unit: number) =>
        option === taker ? Math.floor(left / quantity) + (unit < left % quantity ? 1 : 0) : 0
      return [menuOptionId, Array.from({ length: quantity }, (_, unit) => cents + more(unit))]
    }),
  )
}

/** Whole numbers are divided once, at the end: the order of the options changes nothing. */
function poolCents(pool: readonly ChosenOption[], method: Exclude<PriceMethod, 'SUM'>): number {
  if (pool.length === 0) return 0
  if (method === 'MAX') return Math.max(...pool.map(({ priceCents }) => priceCents))
  const weight = ({ quantity }: ChosenOption): number => (method === 'SHARE' ? quantity : 1)
  const cents = pool.reduce((sum, option) => sum + weight(option) * option.priceCents, 0)
  return Math.round(cents / pool.reduce((sum, option) => sum + weight(option), 0))
}
