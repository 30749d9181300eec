import { sql, type RawBuilder } from 'kysely'
import { defaultTimezone, localParts } from '../../../contract/shared/day.ts'
import {
  frequencyOf,
  highValueCents,
  segmentOf,
  segmentLabels,
  type CustomerSegment,
  type exportCustomers as exportCustomersRoute,
} from '../../../contract/reports/customer.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { ReportDocument, ReportRow } from '../../files/report-document.ts'
import { sendReportFile } from '../../files/send-report-file.ts'
import { AppError } from '../../errors/app-error.ts'
import { sentAlready, type Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'

type ExportCall = Call<typeof exportCustomersRoute>

/** Rows in memory while the file is written. */
const pageRows = 1_000

/**
 * The customers of the selected stores with names and phones. The audit rows are committed before the first
 * byte is sent; the file is read page by page, each in its own transaction.
 */
export async function exportCustomers(call: ExportCall): Promise<typeof sentAlready> {
  const stores = await countedStores(call)
  const rows = stores.reduce((sum, store) => sum + store.rows, 0)
  if (rows === 0) {
    throw new AppError('validation/refused', {
      details: [{ path: 'segment', message: 'Nenhum cliente com este filtro nas lojas escolhidas.' }],
    })
  }
  await writeAudit(call, stores)
  sendReportFile(call.reply, documentOf(call, stores, rows), call.body.format)
  return sentAlready
}

interface CountedStore {
  readonly storeId: string
  readonly name: string
  readonly through: string
  readonly rows: number
}

async function countedStores({ deps, stores, body }: ExportCall): Promise<readonly CountedStore[]> {
  const ids = stores
    .filter((store) => store.merchants === null || store.merchants.includes(''))
    .map((store) => store.storeId)
  if (ids.length === 0) return []
  return withStoreScope(deps.cells, ids, async (tx) => {
    const { rows } = await sql<CountedStore>`
      select s.id as "storeId", s.name, c.through, count(f.*) as rows
      from stores s
        join report_closings c on c.store_id = s.id and c.through is not null
        join customer_figures f on f.store_id = s.id and ${chosen(body)}
      where s.id = any (${ids}::uuid[])
      group by 1, 2, 3 order by 2, 1`.execute(tx)
    return rows
  })
}

async function writeAudit(
  { deps, caller, body, now, requestId }: ExportCall,
  stores: readonly CountedStore[],
): Promise<void> {
  const ids = stores.map((store) => store.storeId)
  await withStoreScope(
    deps.cells,
    ids,
    async (tx) => {
      for (const { storeId, rows } of stores) {
        await audit(tx, {
          actorUid: caller.uid,
          action: 'customer/exported',
          storeId,
          details: {
            reason: body.reason,
            customers: rows,
            format: body.format,
            segment: body.segment ?? null,
            inactiveDays: body.inactiveDays ?? null,
          },
          requestId,
          at: now,
        })
      }
    },
    { uid: caller.uid },
  )
}

/** The filter as SQL over `customer_figures f` and `report_closings c`. */
function chosen({ segment, inactiveDays }: ExportCall['body']): RawBuilder<unknown> {
  return sql`${segment === undefined ? sql`true` : segmentIs(segment)}
    and ${inactiveDays === undefined ? sql`true` : sql`c.through - f.last_day > ${inactiveDays}::integer`}`
}

/** The conditions of segmentOf as ranges of days, by frequency and value. */
function segmentIs(segment: CustomerSegment): RawBuilder<unknown> {
  const cases = [
    [1, 'orders = 1'],
    [2, 'orders between 2 and 4'],
    [5, 'orders >= 5'],
  ] as const
  const conditions = cases.flatMap(([frequency, orders]) =>
    [true, false].flatMap((highValue) => {
      const days = rangesOf((day) => segmentOf(day, frequency, highValue) === segment)
      return days.map(
        ({ from, to }) =>
          sql`(f.${sql.raw(orders)} and (f.cents >= ${highValueCents}) = ${highValue}
            and c.through - f.last_day >= ${from}::integer and c.through - f.last_day <= ${to}::integer)`,
      )
    }),
  )
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

const maxDays = 36_500
/** Beyond this number of days the segment no longer changes. */
const lastChange = 400

function rangesOf(holds: (day: number) => boolean): readonly { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (let day = 0; day <= lastChange; day += 1) {
    if (!holds(day)) continue
    const last = ranges.at(-1)
    if (last && last.to === day - 1) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges.map((range) => (range.to === lastChange ? { ...range, to: maxDays } : range))
}

function documentOf(call: ExportCall, stores: readonly CountedStore[], rows: number): ReportDocument {
  const { body, now } = call
  return {
    name: `clientes-${localParts(now, defaultTimezone).day}`,
    title: 'Clientes',
    metadata: [
      `${rows} clientes de ${stores.length} ${stores.length === 1 ? 'loja' : 'lojas'}`,
      ...(body.segment ? [`Grupo: ${segmentLabels[body.segment].name}`] : []),
      ...(body.inactiveDays ? [`Sem pedir há mais de ${body.inactiveDays} dias`] : []),
      `Exportado para: ${body.reason}`,
      'Contém dados pessoais. Use só para esse fim e apague quando terminar.',
    ],
    sections: [
      {
        title: 'Clientes',
        columns: [
          { label: 'Loja', kind: 'text' },
          { label: 'Nome', kind: 'text' },
          { label: 'Telefone', kind: 'text' },
          { label: 'Pedidos', kind: 'count' },
          { label: 'Gasto', kind: 'cents' },
          { label: 'Primeiro pedido', kind: 'day' },
          { label: 'Último pedido', kind: 'day' },
          { label: 'Dias sem pedir', kind: 'count' },
          { label: 'Grupo', kind: 'text' },
          { label: 'Bairro', kind: 'text' },
        ],
        rows: rowsOf(call, stores),
      },
    ],
  }
}

interface CustomerRow {
  readonly id: string
  readonly name: string
  readonly phone: string
  readonly orders: number
  readonly cents: number
  readonly firstDay: string
  readonly lastDay: string
  readonly daysSince: number
  readonly district: string
}

/** Store by store, highest spending first. */
async function* rowsOf(call: ExportCall, stores: readonly CountedStore[]): AsyncGenerator<ReportRow> {
  for (const store of stores) {
    let after: CustomerRow | null = null
    do {
      const page: readonly CustomerRow[] = await readPage(call, store.storeId, after)
      for (const row of page) {
        const segment = segmentOf(row.daysSince, frequencyOf(row.orders), row.cents >= highValueCents)
        yield [
          store.name,
          row.name,
          localPhone(row.phone),
          row.orders,
          row.cents,
          row.firstDay,
          row.lastDay,
          row.daysSince,
          segmentLabels[segment].name,
          row.district,
        ]
      }
      after = page.length < pageRows ? null : (page.at(-1) ?? null)
    } while (after)
  }
}

async function readPage(
  { deps, body }: ExportCall,
  storeId: string,
  after: CustomerRow | null,
): Promise<readonly CustomerRow[]> {
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { rows } = await sql<CustomerRow>`
      select f.customer_id as id, p.name, p.phone, f.orders, f.cents, f.first_day as "firstDay",
        f.last_day as "lastDay", c.through - f.last_day as "daysSince", f.district
      from report_closings c
        join customer_figures f on f.store_id = c.store_id and ${chosen(body)}
        join customers p on p.store_id = f.store_id and p.id = f.customer_id
      where c.store_id = ${storeId}
        and ${after ? sql`(f.cents, f.customer_id) < (${after.cents}::bigint, ${after.id}::uuid)` : sql`true`}
      order by f.cents desc, f.customer_id desc limit ${pageRows}`.execute(tx)
    return rows
  })
}

/** A Brazilian number as `(11) 98765-4321`; a cell that starts with + would be read as a formula. */
const localPhone = (phone: string): string => phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
