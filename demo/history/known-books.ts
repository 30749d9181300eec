import pg from 'pg'
import type { LedgerEvent, PastBooks, PastSale } from '../../simulator/ifood/records.ts'

/** What the simulated iFood has to know of what was sold and billed before it started. */
export interface KnownBooks {
  readonly byMerchant: ReadonlyMap<string, PastBooks>
  /** A sale of each merchant and month that iFood lists with another amount, for an owner to find. */
  readonly differing: Readonly<Record<string, object>>
}

/** How much less iFood lists for the items of such a sale, in reais. */
const lessListed = 8

export async function knownBooks(ownerUrl: string): Promise<KnownBooks> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ merchantId: string; sales: PastSale[]; lines: LedgerEvent[] }>(
      booksSql,
    )
    return {
      byMerchant: new Map(rows.map(({ merchantId, sales, lines }) => [merchantId, { sales, lines }])),
      differing: Object.fromEntries(rows.flatMap(({ sales }) => [...differingOf(sales)])),
    }
  } finally {
    await owner.end()
  }
}

/** A line is kept as iFood published it; of lines that a former demo made up no whole document is left. */
const booksSql = `
  with sold as (
    select o.merchant_id, json_agg(json_build_object('id', o.external_id, 'displayId', o.display_id, 'orderType', o.type,
      'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', upper(o.status),
      'bag', o.gross_cents / 100.0, 'deliveryFee', o.delivery_fee_cents / 100.0,
      'serviceFee', o.service_fee_cents / 100.0) order by o.created_at, o.external_id) as sales
    from orders o
    where o.platform = 'ifood' and o.status in ('concluded', 'cancelled') and not o.is_test
    group by o.merchant_id
  ), billed as (
    select e.merchant_id, json_agg(jsonb_set(e.raw, '{amount,value}', to_jsonb(e.cents / 100.0))
      order by e.period_from, e.imported_at, e.id) as lines
    from settlement_entries e
    where e.source = 'ifood' and e.raw ? 'period'
    group by e.merchant_id
  )
  select s.merchant_id as "merchantId", s.sales, coalesce(b.lines, '[]') as lines
  from sold s left join billed b using (merchant_id)`

/** The first of each month that is dear enough; not on its first day, which begins at another hour in each zone. */
function* differingOf(sales: readonly PastSale[]): Generator<readonly [string, object]> {
  const months = new Set<string>()
  for (const { id, status, createdAt, bag, deliveryFee, serviceFee } of sales) {
    const month = createdAt.slice(0, 7)
    const isFit = status === 'CONCLUDED' && bag > 2 * lessListed && createdAt.slice(8, 10) !== '01'
    if (!isFit || months.has(month)) continue
    months.add(month)
    const listed = Math.round((bag - lessListed) * 100) / 100
    yield [id, { saleGrossValue: { bag: listed, deliveryFee, serviceFee } }]
  }
}
