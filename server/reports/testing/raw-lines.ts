import type pg from 'pg'
import { isoWeekday } from '../../../contract/reports/period.ts'
import type { TestStore } from './histories.ts'
import { countsAt } from './raw-report.ts'

/** One line of an order with everything the tests need, straight from the orders. */
export interface RawLine {
  readonly storeId: string
  readonly orderId: string
  /** Business day computed from the day starts, not read from the order. */
  readonly day: string
  readonly running: string
  readonly hour: number
  /** Made before the current minute of the day, whenever it is for. */
  readonly beforeCut: boolean
  readonly merchant: string
  readonly valid: boolean
  readonly discount: number
  readonly netCents: number
  readonly phone: string | null
  readonly at: string
  readonly key: string
  readonly name: string
  readonly quantity: number
  readonly cents: number
  readonly options: (RawOption & { readonly options?: readonly RawOption[] })[]
}

interface RawOption {
  readonly unitPriceCents: number
  readonly quantity: number
}

export async function rawLines(
  owner: pg.Client,
  stores: readonly TestStore[],
  now: Date,
): Promise<readonly RawLine[]> {
  const { rows } = await owner.query<{ line: RawLine }>(
    `with mine as (
      select o.*, o.created_at at time zone s.timezone as made_at, ${countsAt} at time zone s.timezone as local_at, $2::timestamptz at time zone s.timezone as local_now
      from orders o join stores s on s.id = o.store_id where o.store_id = any ($1) and not o.is_test
    ),
    dated as (
      select m.*,
        (m.local_at - (select d.starts_at from store_day_starts d
          where d.store_id = m.store_id and d.effective_from <= m.local_at::date
          order by d.effective_from desc limit 1))::date as day,
        (m.local_now - (select d.starts_at from store_day_starts d
          where d.store_id = m.store_id and d.effective_from <= m.local_now::date
          order by d.effective_from desc limit 1))::date as running
      from mine m
    )
    select jsonb_build_object('storeId', d.store_id, 'orderId', d.id, 'day', d.day, 'running', d.running,
      'hour', extract(hour from d.local_at),
      'beforeCut', d.made_at - d.day::timestamp < date_trunc('minute', d.local_now) - d.running::timestamp,
      'merchant', d.merchant_id, 'valid', d.status <> 'cancelled',
      'discount', (select coalesce(sum((p ->> 'cents')::int), 0)
        from jsonb_path_query(d.detail, '$.discounts[*].sponsors[*] ? (@.name == "MERCHANT")') p),
      'netCents', (select sum(x.total_cents) from order_items x where x.store_id = d.store_id and x.order_id = d.id)
        - (select coalesce(sum((p ->> 'cents')::int), 0)
            from jsonb_path_query(d.detail, '$.discounts[*].sponsors[*] ? (@.name == "MERCHANT")') p)
        - (select coalesce(sum(r.cents), 0) from order_refunds r where r.store_id = d.store_id and r.order_id = d.id),
      'phone', case when d.platform = 'balcao' then d.detail -> 'customer' ->> 'phone' end, 'at', d.created_at,
      'key', i.product_key, 'name', i.name, 'quantity', i.quantity_milli, 'cents', i.total_cents,
      'options', coalesce(i.detail -> 'options', '[]')) as line
    from dated d join order_items i on i.store_id = d.store_id and i.order_id = d.id`,
    [stores.map((store) => store.id), now],
  )
  return rows.map((row) => row.line)
}

export interface AskedPeriod {
  readonly from: string
  readonly to: string
  readonly shift: number
  readonly weekdays: readonly number[] | null
  readonly hours: { readonly from: number; readonly to: number } | null
}

/** Whether the line is in the period, or in the compared one `shift` days before, up to its cut. */
export function isInPeriod(line: RawLine, stores: readonly TestStore[], asked: AskedPeriod): boolean {
  const merchants = stores.find((store) => store.id === line.storeId)?.merchants ?? null
  if (merchants && !merchants.includes(line.merchant)) return false
  const last = asked.to < line.running ? asked.to : line.running
  const end = shifted(last, asked.shift)
  if (line.day < shifted(asked.from, asked.shift) || line.day > end) return false
  if (asked.shift > 0 && last === line.running && line.day === end && !line.beforeCut) return false
  if (asked.weekdays && !asked.weekdays.includes(isoWeekday(line.day))) return false
  if (!asked.hours) return true
  const { from, to } = asked.hours
  return from <= to ? line.hour >= from && line.hour <= to : line.hour >= from || line.hour <= to
}

const shifted = (day: string, back: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
