import { dayMs } from '../../../contract/shared/durations.ts'
import {
  completenessParts,
  longPauseDays,
  type CompletenessPart,
  type MenuProblem,
  type MenuReport,
  type MenuReportItem,
} from '../../../contract/reports/menu.ts'

/** An item of a menu, as read from the database. */
export interface MenuFact {
  readonly storeId: string
  readonly itemId: string
  readonly name: string
  /** Lower case without accents; identifies an item across stores. */
  readonly nameKey: string
  readonly category: string | null
  readonly priceCents: number
  /** Customers must choose an option, so the options carry the price. */
  readonly pricedByOptions: boolean
  readonly hasPhoto: boolean
  readonly hasDescription: boolean
  readonly pause: Omit<NonNullable<MenuReportItem['pause']>, 'days'> | null
  readonly channels: MenuReportItem['channelPrices']
  readonly soldMilli: number
  readonly soldCents: number
  readonly everSold: boolean
}

/** Every item with its problems: longest off sale first, then least complete. */
export function judgedItems(facts: readonly MenuFact[], now: Date): readonly MenuReportItem[] {
  const over = coverageOf(facts)
  const missing = new Set(over.filter((row) => row.missingIn.length > 0).map((row) => row.nameKey))
  const differing = new Set(
    over.filter((row) => row.lowestCents !== row.highestCents).map((row) => row.nameKey),
  )
  return facts
    .map((fact) => judged(fact, { missing, differing, now }))
    .toSorted(
      (a, b) =>
        (b.pause?.days ?? -1) - (a.pause?.days ?? -1) ||
        a.score - b.score ||
        b.problems.length - a.problems.length ||
        a.name.localeCompare(b.name, 'pt-BR') ||
        (a.storeId < b.storeId ? -1 : 1),
    )
}

interface Over {
  readonly missing: ReadonlySet<string>
  readonly differing: ReadonlySet<string>
  readonly now: Date
}

function judged(fact: MenuFact, { missing, differing, now }: Over): MenuReportItem {
  const has = partsOf(fact)
  const channelPrices = fact.channels.filter((channel) => channel.priceCents !== fact.priceCents)
  const problem = (name: MenuProblem, holds: boolean): readonly MenuProblem[] => (holds ? [name] : [])
  return {
    storeId: fact.storeId,
    itemId: fact.itemId,
    name: fact.name,
    category: fact.category,
    priceCents: fact.priceCents,
    hasPhoto: fact.hasPhoto,
    hasDescription: fact.hasDescription,
    score: scoreOf(has),
    pause: fact.pause && {
      ...fact.pause,
      days: Math.max(0, Math.floor((now.getTime() - Date.parse(fact.pause.since)) / dayMs)),
    },
    channelPrices,
    soldMilli: fact.soldMilli,
    soldCents: fact.soldCents,
    everSold: fact.everSold,
    problems: [
      ...problem('paused', fact.pause !== null),
      ...problem('no-photo', !has.photo),
      ...problem('no-description', !has.description),
      ...problem('no-price', !has.price),
      ...problem('no-category', !has.category),
      ...problem('channel-price', channelPrices.length > 0),
      ...problem('store-price', differing.has(fact.nameKey)),
      ...problem('missing-in-store', missing.has(fact.nameKey)),
      ...problem('not-sold', fact.soldMilli === 0),
    ],
  }
}

const partsOf = (fact: MenuFact): Record<CompletenessPart, boolean> => ({
  photo: fact.hasPhoto,
  description: fact.hasDescription,
  price: fact.priceCents > 0 || fact.pricedByOptions,
  category: fact.category !== null,
})

function scoreOf(has: Record<CompletenessPart, boolean>): number {
  const parts = Object.keys(completenessParts) as CompletenessPart[]
  return parts.reduce((sum, part) => sum + (has[part] ? completenessParts[part] : 0), 0)
}

export function storeScores(
  stores: readonly { readonly storeId: string; readonly name: string }[],
  items: readonly MenuReportItem[],
): MenuReport['stores'] {
  return stores.map(({ storeId, name }) => {
    const own = items.filter((item) => item.storeId === storeId)
    const count = (problem: MenuProblem) => own.filter((item) => item.problems.includes(problem)).length
    return {
      storeId,
      name,
      items: own.length,
      score: own.length > 0 ? Math.round(own.reduce((sum, item) => sum + item.score, 0) / own.length) : null,
      missing: {
        photo: count('no-photo'),
        description: count('no-description'),
        price: count('no-price'),
        category: count('no-category'),
      },
      paused: count('paused'),
      longPaused: own.filter((item) => (item.pause?.days ?? 0) >= longPauseDays[0]).length,
      channelPrices: count('channel-price'),
      neverSold: own.filter((item) => !item.everSold).length,
      notSoldInPeriod: count('not-sold'),
    }
  })
}

type CoverageRow = MenuReport['coverage'][number] & { readonly nameKey: string }

/**
 * Items of the same name across the stores that have a menu. An item counts as missing in a store only if
 * more than half of the stores have it, so that menus of different kitchens are not compared.
 */
export function coverageOf(facts: readonly MenuFact[]): readonly CoverageRow[] {
  const stores = new Set(facts.map((fact) => fact.storeId))
  const byName = Map.groupBy(facts, (fact) => fact.nameKey)
  const rows: CoverageRow[] = []
  for (const [nameKey, items] of byName) {
    const having = new Set(items.map((item) => item.storeId))
    if (having.size < 2) continue
    const prices = items.map((item) => item.priceCents)
    const lowestCents = Math.min(...prices)
    const highestCents = Math.max(...prices)
    const missingIn = having.size * 2 > stores.size ? [...stores].filter((store) => !having.has(store)) : []
    if (missingIn.length === 0 && lowestCents === highestCents) continue
    rows.push({
      nameKey,
      name: items[0]?.name ?? nameKey,
      prices: items.map(({ storeId, priceCents }) => ({ storeId, priceCents })),
      missingIn,
      lowestCents,
      highestCents,
    })
  }
  return rows.toSorted(
    (a, b) =>
      b.missingIn.length - a.missingIn.length ||
      b.highestCents - b.lowestCents - (a.highestCents - a.lowestCents) ||
      a.name.localeCompare(b.name, 'pt-BR'),
  )
}
