import type { StoreOfGroupDay } from '../../contract/groups/group-day.ts'
import {
  cancellationShare,
  netCents,
  onTimeShare,
  ratingMean,
  validOrders,
} from '../../contract/reports/metrics/metrics.ts'

/** What stores are ranked by. Each is beside its own compared day, whatever the order. */
export const rankings = [
  ['net', 'Faturamento'],
  ['own', 'Mudança'],
  ['orders', 'Pedidos'],
  ['on-time', 'No prazo'],
  ['cancelled', 'Cancelados'],
  ['score', 'Nota'],
] as const
export type Ranking = (typeof rankings)[number][0]

/** The best first; a store without the figure comes last. */
export function ranked(stores: readonly StoreOfGroupDay[], by: Ranking): readonly StoreOfGroupDay[] {
  const valueOf = values[by]
  return stores.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return right - left
  })
}

const values: Readonly<Record<Ranking, (store: StoreOfGroupDay) => number | null>> = {
  net: ({ totals }) => netCents(totals),
  own: ({ totals, compared }) =>
    compared && compared.netCents > 0 ? netCents(totals) / compared.netCents : null,
  orders: ({ totals }) => validOrders(totals),
  'on-time': ({ totals }) => onTimeShare(totals),
  // The fewest are best.
  cancelled: ({ totals }) => {
    const share = cancellationShare(totals)
    return share === null ? null : -share
  },
  score: ({ ratings }) => ratingMean(ratings),
}
