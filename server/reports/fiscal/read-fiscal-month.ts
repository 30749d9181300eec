import { sql, type Transaction } from 'kysely'
import {
  fiscalClasses,
  type FiscalMonth,
  type FiscalSums,
  type readFiscalMonth as readRoute,
} from '../../../contract/reports/fiscal.ts'
import { intermediaryDocument, platforms, type Platform } from '../../../contract/shared/channels.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { byName, byText, mergeSorted, readEachCell } from '../../db/many-stores.ts'
import type { Cell } from '../../db/tables.ts'
import { planByIndex } from '../figures/selected-stores.ts'
import { soldOrders } from './fiscal-sql.ts'

export type FiscalCall = Pick<Call<typeof readRoute>, 'deps' | 'stores' | 'query' | 'now'>

export async function readFiscalMonth(call: FiscalCall): Promise<Reply<typeof readRoute>> {
  const { deps, stores, query, now } = call
  const days = daysOfMonth(query.month)
  const ids = stores.map((store) => store.storeId)
  const cells = await readEachCell(
    deps.cells,
    ids,
    async (tx, here) => ({
      rows: await channelRows(tx, {
        stores: stores.filter(({ storeId }) => here.includes(storeId)),
        ...days,
      }),
      running: await runs(tx, here, days.to, now),
      stores: await storesOf(tx, here),
    }),
    { oneMoment: true },
  )
  const rows = cells.flatMap((cell) => cell.rows)
  const [named, ...others] = cells.map((cell) => cell.stores)
  return {
    month: query.month,
    ...days,
    generatedAt: now.toISOString(),
    running: cells.some(({ running }) => running),
    totals: totalOf(rows),
    classes: fiscalClasses.map((taxClass) => ({
      taxClass,
      itemsCents: sumOf(rows, (row) => row[itemColumn[taxClass]]),
      baseCents: sumOf(rows, (row) => row[baseColumn[taxClass]]),
    })),
    channels: channelsOf(rows),
    withNote: sumOf(rows, (row) => row.noted),
    stores: [
      ...mergeSorted(
        [named ?? [], ...others],
        (one, other) => byName(one, other) || byText(one.storeId, other.storeId),
      ),
    ],
  }
}

async function channelRows(
  tx: Transaction<Cell>,
  span: Parameters<typeof soldOrders>[0],
): Promise<readonly ChannelRow[]> {
  await planByIndex.execute(tx)
  const { rows } = await sql<ChannelRow>`
    with ${soldOrders(span)}
    select platform, count(*)::integer as orders, ${sql.join(summed.map((name) => sql`sum(${sql.ref(snake(name))})::float8 as ${sql.ref(name)}`))},
      ${sql.join(classColumns.map((name) => sql`sum(${sql.ref(name)})::float8 as ${sql.ref(name)}`))},
      count(n.access_key)::integer as noted
    from sold left join fiscal_notes n on n.store_id = sold.store_id and n.order_id = sold.id
    group by platform order by platform`.execute(tx)
  return rows
}

/** First and last day of `YYYY-MM`. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`
  const next = addDays(from, 31).slice(0, 7)
  return { from, to: addDays(`${next}-01`, -1) }
}

const summed = [
  'grossCents',
  'storeDiscountCents',
  'refundCents',
  'deliveryFeeCents',
  'serviceFeeCents',
  'tipCents',
  'refundedFeesCents',
  'chargedCents',
  'commissionCents',
  'logisticsCents',
  'paymentFeeCents',
  'baseCents',
] as const satisfies readonly (keyof FiscalSums)[]
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const itemColumn = {
  PREPARED: 'prepared_cents',
  RESALE: 'resale_cents',
  ALCOHOLIC: 'alcoholic_cents',
  NONE: 'unclassed_cents',
} as const
const baseColumn = {
  PREPARED: 'prepared_base_cents',
  RESALE: 'resale_base_cents',
  ALCOHOLIC: 'alcoholic_base_cents',
  NONE: 'unclassed_base_cents',
} as const
const classColumns = [...Object.values(itemColumn), ...Object.values(baseColumn)]

type ChannelRow = FiscalSums &
  Record<(typeof classColumns)[number], number> & { readonly platform: string; readonly noted: number }

const sumOf = (rows: readonly ChannelRow[], of: (row: ChannelRow) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0)

const totalOf = (rows: readonly ChannelRow[]): FiscalSums =>
  Object.fromEntries(
    (['orders', ...summed] as const).map((name) => [name, sumOf(rows, (row) => row[name])]),
  ) as FiscalSums

const channelsOf = (rows: readonly ChannelRow[]): FiscalMonth['channels'] =>
  platforms.flatMap((platform: Platform) => {
    const own = rows.filter((row) => row.platform === platform)
    return own.length === 0
      ? []
      : [{ platform, intermediaryDocument: intermediaryDocument(platform), totals: totalOf(own) }]
  })

/** In at least one store. */
async function runs(tx: Transaction<Cell>, ids: readonly string[], to: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ runs: boolean }>`
    select coalesce(bool_or(day <= ${to}::date), false) as runs from running_days(${ids}::uuid[], ${now})`.execute(
    tx,
  )
  return rows[0]?.runs ?? false
}

async function storesOf(tx: Transaction<Cell>, ids: readonly string[]): Promise<FiscalMonth['stores']> {
  const rows = await tx
    .selectFrom('stores')
    .select(['id', 'name', 'document'])
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, document }) => ({ storeId: id, name, document }))
}
