import { sql, type RawBuilder, type Transaction } from 'kysely'
import { executePrepared } from '../../db/connections/pool.ts'
import type { Cell } from '../../db/tables.ts'
import { itemLimits, type ItemLimits, type ItemsOfDays } from './chosen-items.rules.ts'
import { isClosed, keepsUsual, type Closing } from './closings.rules.ts'
import type { StoreDay } from './plan-day.rules.ts'
import { dayPiece } from './day-pieces.rules.ts'
import { chosenMerchant, unionAll } from './selection-sql.ts'
import { rowsOfPieces } from './pieces-sql.ts'
import type { Piece } from './pieces.rules.ts'

/**
 * Best-selling items of the day, and items that fell below the mean of the same weekday in the four weeks
 * before. Quantities are not stored by hour, so for a running day the usual quantity is scaled by
 * `usualWeights`.
 *
 * Within a store a product is its key, whatever it was called on each channel; across stores products are identified
 * by name, because two menus may use the same code for different things.
 */
export async function readItemsOfDays(
  tx: Transaction<Cell>,
  storeDays: readonly StoreDay[],
  { closings, usualWeights, limits = itemLimits }: ItemSource,
): Promise<ItemsOfDays> {
  const { sold, usual, usualProducts, dayProducts } = itemPieces(storeDays, closings, usualWeights)
  const weights = [...usualWeights].map(([storeId, weight]) => ({ storeId, weight }))
  const rows = await executePrepared(
    tx,
    sql<{ answer: ItemsOfDays }>`
    with weights as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as w ("storeId" uuid, weight float8)),
    sold as materialized (${unionAll([
      (sold.length > 0 || dayProducts.length + usualProducts.length === 0) &&
        sql`
            select t.store_id, t.product_key, max(t.name) as name, sum(t.quantity_milli) as quantity, sum(t.cents) as cents, 0 as usual
            from ${rowsOfPieces(sold, 'product_days')}
            where ${chosenMerchant('t')} group by 1, 2`,
      usual.length > 0 &&
        sql`
            select t.store_id, t.product_key, max(t.name) as name, 0 as quantity, 0 as cents, sum(p.weight * t.quantity_milli) as usual
            from ${rowsOfPieces(usual, 'product_days')}
            where ${chosenMerchant('t')} group by 1, 2`,
      usualProducts.length > 0 &&
        sql`
            select t.store_id, coalesce(u.key, lower(u.name)) as product_key, max(u.name) as name, 0 as quantity, 0 as cents, sum(w.weight * u.milli) as usual
            from ${rowsOfPieces(usualProducts, 'usual_products')}
              left join weights w on w."storeId" = t.store_id
              cross join lateral unnest(t.product_keys, t.names, t.usual_milli) as u (key, name, milli) group by 1, 2`,
      dayProducts.length > 0 &&
        sql`
            select t.store_id, t.product_key, max(t.name) as name, sum(k.quantity) as quantity, sum(k.cents) as cents, sum(w.weight * k.usual) as usual
            from ${rowsOfPieces(dayProducts, 'day_products')}
              ${ofChosenMerchants(dayProducts)}
              left join weights w on w."storeId" = t.store_id group by 1, 2`,
    ])}),
    -- A product has one name in its store, that of the day's sales; stores meet by name.
    named as materialized (
      select coalesce(max(name) filter (where quantity > 0), max(name)) as name, sum(quantity) as quantity, sum(cents) as cents,
        sum(usual) as usual
      from sold group by store_id, product_key
    ),
    items as materialized (
      select min(btrim(name)) as name, sum(quantity) as "quantityMilli", sum(cents) as cents,
        ${limits.rounds ? sql`coalesce(round(sum(usual))::bigint, 0)` : sql`coalesce(sum(usual), 0)`} as "usualQuantityMilli"
      from named group by lower(btrim(name))
    )
    select ${chosenSql(limits)} as answer`,
  )
  return rows[0]?.answer ?? { best: [], falling: [] }
}

const chosenSql = (limits: ItemLimits): RawBuilder<unknown> => sql`jsonb_build_object(
      'best', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select * from items where "quantityMilli" > 0
        order by "quantityMilli" desc, cents desc, name limit ${limits.best}) x),
      'falling', (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
        select * from items
        where "usualQuantityMilli" >= ${limits.fallingFromMilli} and "quantityMilli" < "usualQuantityMilli" * ${limits.fallenShare}::float8
        order by "usualQuantityMilli" - "quantityMilli" desc, name limit ${limits.falling}) x)
    )`

interface ItemSource {
  readonly closings: ReadonlyMap<string, Closing>
  /** By store. */
  readonly usualWeights: ReadonlyMap<string, number>
  readonly limits?: ItemLimits | undefined
}

interface ItemPieces {
  /** The day's sales, by channel. */
  readonly sold: readonly Piece[]
  /** The usual days' sales, by channel. */
  readonly usual: readonly Piece[]
  /** Days that are not closed; their usual quantities are stored for all channels together. */
  readonly usualProducts: readonly Piece[]
  /** Days whose sold and usual quantities are stored by product. */
  readonly dayProducts: readonly Piece[]
}

function itemPieces(
  storeDays: readonly StoreDay[],
  closings: ReadonlyMap<string, Closing>,
  usualWeights: ReadonlyMap<string, number>,
): ItemPieces {
  const sold: Piece[] = []
  const usual: Piece[] = []
  const usualProducts: Piece[] = []
  const dayProducts: Piece[] = []
  const usualOf = Map.groupBy(
    storeDays.filter((day) => day.usual),
    (day) => day.storeId,
  )
  for (const day of storeDays) {
    if (day.back !== 0) continue
    const closing = closings.get(day.storeId)
    const usualDays = usualOf.get(day.storeId) ?? []
    const kept = keepsUsual(closing, day.day)
    const closed = isClosed(closing, day.day)
    if (kept) (closed || day.merchants !== null ? dayProducts : usualProducts).push(dayPiece(day))
    if (!kept || !closed) sold.push(dayPiece(day))
    const weight = usualWeights.get(day.storeId) ?? 0
    if (!kept && weight > 0) usual.push(...usualDays.map((each) => ({ ...dayPiece(each), weight })))
  }
  return { sold, usual, usualProducts, dayProducts }
}

const ofChosenMerchants = (pieces: readonly Piece[]): RawBuilder<unknown> =>
  pieces.every((piece) => piece.merchants === null)
    ? sql`cross join lateral (select t.quantity_milli as quantity, t.cents, t.usual_milli as usual) k`
    : sql`
      cross join lateral (
        select coalesce(sum((m.figures ->> 0)::integer), 0) as quantity, coalesce(sum((m.figures ->> 1)::integer), 0) as cents,
          coalesce(sum((m.figures ->> 2)::integer), 0) as usual
        from jsonb_each(t.by_merchant) as m (merchant, figures)
        where p.merchants is null or p.merchants ? m.merchant) k`
