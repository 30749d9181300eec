import { byText } from '../../db/many-stores.ts'
import { chosenItems, type DayFigures } from '../figures/figures.ts'
import type { OrdersInTrouble, TroubleLimits } from './orders-in-trouble.ts'

export type DayOfCell = DayFigures<OrdersInTrouble>

/**
 * The figures of a day, read of each cell in parts, as one database would have answered for all of them: sums are added,
 * lists are sorted again and cut.
 */
export function mergeDay(
  [first, ...others]: readonly [DayOfCell, ...DayOfCell[]],
  limits: TroubleLimits,
  now: Date,
): DayOfCell {
  if (others.length === 0) return first
  const cells = [first, ...others]
  const sales = cells.map((cell) => cell.sales)
  const before = cells.map((cell) => cell.before)
  return {
    sales: {
      stores: sales.flatMap(({ stores }) => stores),
      kinds: sales.flatMap(({ kinds }) => kinds),
      hours: sales.flatMap(({ hours }) => hours),
      payments: paymentsOf(sales.flatMap(({ payments }) => payments)),
      ratings: sales.flatMap(({ ratings }) => ratings),
      cancelledHours: sales.flatMap(({ cancelledHours }) => cancelledHours),
    },
    before: {
      week: weekOf(before.flatMap(({ week }) => week)),
      compared: before.flatMap(({ compared }) => compared),
      usual: before.flatMap(({ usual }) => usual),
    },
    items: chosenItems(cells.map(({ items }) => items)),
    districts: districtsOf(cells.flatMap(({ districts }) => districts)),
    beside: troubleOf(
      cells.map(({ beside }) => beside),
      limits,
      now,
    ),
  }
}

type Payments = DayOfCell['sales']['payments']

const paymentsOf = (rows: Payments): Payments =>
  [...Map.groupBy(rows, ({ method, prepaid }) => `${String(prepaid)} ${method}`).values()]
    .map((same) =>
      same.reduce((sum, one) => ({ ...sum, orders: sum.orders + one.orders, cents: sum.cents + one.cents })),
    )
    .toSorted(
      (a, b) => b.cents - a.cents || byText(a.method, b.method) || Number(a.prepaid) - Number(b.prepaid),
    )

type Week = DayOfCell['before']['week']

const weekOf = (days: Week): Week =>
  [...Map.groupBy(days, ({ back }) => back)].map(([back, same]) => ({
    back,
    orders: same.reduce((sum, { orders }) => sum + orders, 0),
    netCents: same.reduce((sum, { netCents }) => sum + netCents, 0),
  }))

type Districts = DayOfCell['districts']

const districtsOf = (rows: Districts): Districts =>
  [...Map.groupBy(rows, ({ key }) => key)]
    .map(([key, same]) => ({
      key,
      name:
        same
          .map(({ name }) => name)
          .toSorted(byText)
          .at(-1) ?? '',
      orders: same.reduce((sum, { orders }) => sum + orders, 0),
      netCents: same.reduce((sum, { netCents }) => sum + netCents, 0),
    }))
    .toSorted((a, b) => b.netCents - a.netCents || byText(a.key, b.key))

/** Each cell lists all that wait to be accepted: they count once one of all has waited too long. */
function troubleOf(
  cells: readonly OrdersInTrouble[],
  { maxHours, acceptWithinMs }: TroubleLimits,
  now: Date,
): OrdersInTrouble {
  const unaccepted = cells.flatMap((cell) => cell.unaccepted)
  const isLate = unaccepted.some(({ since }) => now.getTime() - Date.parse(since) > acceptWithinMs)
  return {
    clusters: cells
      .flatMap(({ clusters }) => clusters)
      .toSorted((a, b) => b.cancelled - a.cancelled || byText(a.storeId, b.storeId) || a.hour - b.hour)
      .slice(0, maxHours),
    late: cells.flatMap(({ late }) => late),
    unaccepted: isLate ? unaccepted : [],
  }
}
