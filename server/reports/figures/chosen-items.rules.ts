import type { DailyReport } from '../../../contract/reports/daily.ts'

type ItemRow = DailyReport['bestItems'][number]

export interface ItemsOfDays {
  readonly best: ItemRow[]
  readonly falling: ItemRow[]
}

export interface ItemLimits {
  /** Null: all of them. */
  readonly best: number | null
  readonly falling: number | null
  /** A smaller usual quantity says too little. */
  readonly fallingFromMilli: number
  /** An item has fallen below this share of its usual quantity. */
  readonly fallenShare: number
  /** Whole thousandths; the parts of a sum are rounded together. */
  readonly rounds: boolean
}

export const itemLimits: ItemLimits = {
  best: 10,
  falling: 5,
  fallingFromMilli: 3_000,
  fallenShare: 0.7,
  rounds: true,
}

/** Of one cell of several: every item that sold or usually does, so that those of the others can be added. */
export const everyItem: ItemLimits = {
  best: null,
  falling: null,
  fallingFromMilli: 0,
  fallenShare: Number.MAX_SAFE_INTEGER,
  rounds: false,
}

/** Every item of each cell added by its name, then chosen as the statement chooses those of one database. */
export function chosenItems(cells: readonly ItemsOfDays[]): ItemsOfDays {
  const found = cells.flatMap(({ best, falling }) => [
    ...new Map([...best, ...falling].map((item) => [nameKey(item), item])).values(),
  ])
  const items = [...Map.groupBy(found, nameKey).values()].map((same) => {
    const sum = same.reduce((all, item) => ({
      name: item.name < all.name ? item.name : all.name,
      quantityMilli: all.quantityMilli + item.quantityMilli,
      cents: all.cents + item.cents,
      usualQuantityMilli: all.usualQuantityMilli + item.usualQuantityMilli,
    }))
    return { ...sum, usualQuantityMilli: Math.round(sum.usualQuantityMilli) }
  })
  const { best, falling, fallingFromMilli, fallenShare } = itemLimits
  const lost = (item: ItemRow) => item.usualQuantityMilli - item.quantityMilli
  return {
    best: items
      .filter(({ quantityMilli }) => quantityMilli > 0)
      .toSorted((a, b) => b.quantityMilli - a.quantityMilli || b.cents - a.cents || byName(a, b))
      .slice(0, best ?? undefined),
    falling: items
      .filter(
        ({ quantityMilli, usualQuantityMilli: usual }) =>
          usual >= fallingFromMilli && quantityMilli < usual * fallenShare,
      )
      .toSorted((a, b) => lost(b) - lost(a) || byName(a, b))
      .slice(0, falling ?? undefined),
  }
}

const nameKey = ({ name }: ItemRow): string => name.trim().toLowerCase()

const byName = (a: ItemRow, b: ItemRow): number => (a.name < b.name ? -1 : 1)
