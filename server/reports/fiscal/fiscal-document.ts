import { sql } from 'kysely'
import {
  fiscalClassNames,
  type FiscalClass,
  type FiscalMonth,
  type FiscalSums,
} from '../../../contract/reports/fiscal.ts'
import { channelName, intermediaryDocument } from '../../../contract/shared/channels.ts'
import { addDays, brazilianDay } from '../../../contract/shared/day.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { ReportColumn, ReportDocument, ReportRow, ReportSection } from '../../files/report-document.ts'
import { planByIndex } from '../figures/selected-stores.ts'
import { soldOrders } from './fiscal-sql.ts'
import type { FiscalCall } from './read-fiscal-month.ts'

/** For the accountant: every order and item of the month, with the sums of the reports at the foot. */
export function fiscalDocument(month: FiscalMonth, call: FiscalCall): ReportDocument {
  return {
    name: `fiscal-${month.month}`,
    title: 'Dados fiscais do mês',
    metadata: [
      `De ${brazilianDay(month.from)} a ${brazilianDay(month.to)}${month.running ? ', mês em andamento' : ''}`,
      `Lojas: ${month.stores.map(({ name }) => name).join(', ')}`,
      'A base de IBS e CBS é uma estimativa: confirme com o contador.',
      'Base = cobrado − comissão e entrega retidas pela plataforma − gorjeta (LC 214/2025, art. 274).',
      'O regime de bares e restaurantes deixa de fora bebida alcoólica e revenda sem preparo, e só tira da base a gorjeta de até 15\u00a0% repassada à equipe (arts. 273 e 274): use a base por classe.',
    ],
    sections: [
      {
        title: 'Pedidos',
        columns: orderColumns,
        rows: ordersOf(month, call),
        totals: orderTotals(month),
        note: 'Estimativa. Pedidos cancelados e de teste ficam fora.',
      },
      {
        title: 'Itens',
        columns: itemColumns,
        rows: itemsOf(month, call),
        totals: ['Total', null, null, null, null, null, month.totals.grossCents, null, null, null],
      },
      {
        title: 'Por classe tributária',
        columns: [text('Classe'), cents('Itens'), cents('Base estimada')],
        rows: month.classes.map(({ taxClass, itemsCents, baseCents }) => [
          fiscalClassNames[taxClass],
          itemsCents,
          baseCents,
        ]),
        totals: ['Total', month.totals.grossCents, month.totals.baseCents],
      },
      byChannel(month),
    ],
  }
}

/** The same without the column that names customers. */
export function fiscalDocumentWithoutCustomers(month: FiscalMonth, call: FiscalCall): ReportDocument {
  const document = fiscalDocument(month, call)
  return {
    ...document,
    sections: document.sections.map((section) =>
      section.columns === orderColumns ? withoutColumn(section, customerColumn) : section,
    ),
  }
}

const withoutColumn = (section: ReportSection, at: number): ReportSection => ({
  ...section,
  columns: section.columns.toSpliced(at, 1),
  rows: rowsWithout(section.rows, at),
  ...(section.totals ? { totals: section.totals.toSpliced(at, 1) } : {}),
})

async function* rowsWithout(rows: ReportSection['rows'], at: number): AsyncGenerator<ReportRow> {
  for await (const row of rows) yield row.toSpliced(at, 1)
}

const byChannel = (month: FiscalMonth): ReportSection => ({
  title: 'Por canal',
  columns: [
    text('Canal'),
    text('CNPJ do intermediador'),
    { label: 'Pedidos', kind: 'count' },
    cents('Cobrado'),
    cents('Retido (comissão e entrega)'),
    cents('Base estimada'),
  ],
  rows: month.channels.map(({ platform, intermediaryDocument: document, totals }) => [
    channelName(platform),
    document === null ? null : cnpjText(document),
    totals.orders,
    totals.chargedCents,
    totals.commissionCents + totals.logisticsCents,
    totals.baseCents,
  ]),
  totals: [
    'Total',
    null,
    month.totals.orders,
    month.totals.chargedCents,
    month.totals.commissionCents + month.totals.logisticsCents,
    month.totals.baseCents,
  ],
})

const text = (label: string): ReportColumn => ({ label, kind: 'text' })
const cents = (label: string): ReportColumn => ({ label: `${label} (R$)`, kind: 'cents' })

const orderColumns: readonly ReportColumn[] = [
  text('Loja'),
  text('CNPJ ou CPF da loja'),
  text('Pedido'),
  { label: 'Dia', kind: 'day' },
  { label: 'Recebido', kind: 'moment' },
  text('Canal'),
  text('CNPJ do intermediador'),
  text('CPF ou CNPJ do cliente'),
  text('Chave de acesso da nota'),
  text('Tem álcool'),
  cents('Bruto'),
  cents('Descontos da loja'),
  cents('Estornos'),
  cents('Taxa de entrega'),
  cents('Taxa de serviço'),
  cents('Gorjeta'),
  cents('Taxas devolvidas'),
  cents('Cobrado'),
  cents('Comissão retida'),
  cents('Entrega e taxas retidas'),
  cents('Taxa de pagamento'),
  cents('Base estimada'),
  cents('Base: preparados'),
  cents('Base: revenda'),
  cents('Base: alcoólicas'),
  cents('Base: sem classe'),
]

const customerColumn = orderColumns.findIndex(({ label }) => label === 'CPF ou CNPJ do cliente')

const moneyOf = (sums: FiscalSums): readonly number[] => [
  sums.grossCents,
  sums.storeDiscountCents,
  sums.refundCents,
  sums.deliveryFeeCents,
  sums.serviceFeeCents,
  sums.tipCents,
  sums.refundedFeesCents,
  sums.chargedCents,
  sums.commissionCents,
  sums.logisticsCents,
  sums.paymentFeeCents,
  sums.baseCents,
]

const orderTotals = ({ totals, classes }: FiscalMonth): ReportRow => [
  'Total',
  ...Array.from({ length: 9 }, () => null),
  ...moneyOf(totals),
  ...classes.map(({ baseCents }) => baseCents),
]

const itemColumns: readonly ReportColumn[] = [
  text('Loja'),
  text('Pedido'),
  { label: 'Dia', kind: 'day' },
  text('Item'),
  { label: 'Quantidade', kind: 'milli' },
  cents('Preço'),
  cents('Total'),
  text('Classe tributária'),
  text('NCM'),
  text('Tem álcool'),
]

interface OrderRow {
  readonly name: string
  readonly document: string | null
  readonly displayId: string
  readonly day: string
  readonly at: string
  readonly platform: string
  readonly customerDocument: string | null
  readonly accessKey: string | null
  readonly alcohol: boolean
  readonly money: FiscalSums
  readonly classes: readonly number[]
}

async function* ordersOf(month: FiscalMonth, call: FiscalCall): AsyncGenerator<ReportRow> {
  for await (const order of byDay(month, call, readOrders))
    yield [
      order.name,
      order.document,
      `#${order.displayId}`,
      order.day,
      order.at,
      channelName(order.platform),
      documentOf(order.platform),
      order.customerDocument,
      order.accessKey,
      order.alcohol ? 'sim' : 'não',
      ...moneyOf(order.money),
      ...order.classes,
    ]
}

function documentOf(platform: string): string | null {
  const document = intermediaryDocument(platform)
  return document === null ? null : cnpjText(document)
}

async function* itemsOf(month: FiscalMonth, call: FiscalCall): AsyncGenerator<ReportRow> {
  for await (const item of byDay(month, call, readItems))
    yield [
      item.name,
      `#${item.displayId}`,
      item.day,
      item.item,
      item.milli,
      item.unitCents,
      item.totalCents,
      fiscalClassNames[item.taxClass ?? 'NONE'],
      item.ncm,
      item.alcoholic ? 'sim' : 'não',
    ]
}

type Read<T> = (call: FiscalCall, storeId: string, day: string) => Promise<readonly T[]>

/** Store by store and day by day, each in its own transaction, so that a slow download holds none open. */
async function* byDay<T>(month: FiscalMonth, call: FiscalCall, read: Read<T>): AsyncGenerator<T> {
  for (const { storeId } of month.stores)
    for (let day = month.from; day <= month.to; day = addDays(day, 1)) yield* await read(call, storeId, day)
}

const oneDay = (call: FiscalCall, storeId: string, day: string) =>
  soldOrders({ stores: call.stores.filter((store) => store.storeId === storeId), from: day, to: day })

const jsonOf = (names: readonly (keyof FiscalSums)[]) =>
  sql`jsonb_build_object(${sql.join(
    names.map(
      (name) =>
        sql`${sql.lit(name)}, ${sql.ref(`sold.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)}`,
    ),
  )})`
const moneyNames = [
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

const readOrders: Read<OrderRow> = (call, storeId, day) =>
  withStoreScope(call.deps.cells, [storeId], async (tx) => {
    await planByIndex.execute(tx)
    const { rows } = await sql<OrderRow>`
      with ${oneDay(call, storeId, day)}
      select s.name, s.document, sold.display_id as "displayId", sold.business_day as day,
        to_char(sold.created_at at time zone s.timezone, 'YYYY-MM-DD HH24:MI') as at, sold.platform,
        sold.customer_document as "customerDocument", n.access_key as "accessKey", sold.alcohol,
        ${jsonOf(moneyNames)} as money,
        jsonb_build_array(prepared_base_cents, resale_base_cents, alcoholic_base_cents, unclassed_base_cents) as classes
      from sold
        join stores s on s.id = sold.store_id
        left join fiscal_notes n on n.store_id = sold.store_id and n.order_id = sold.id
      order by sold.created_at, sold.id`.execute(tx)
    return rows
  })

interface ItemRow {
  readonly name: string
  readonly displayId: string
  readonly day: string
  readonly item: string
  readonly milli: number
  readonly unitCents: number
  readonly totalCents: number
  readonly taxClass: FiscalClass | null
  readonly ncm: string | null
  readonly alcoholic: boolean
}

const readItems: Read<ItemRow> = (call, storeId, day) =>
  withStoreScope(call.deps.cells, [storeId], async (tx) => {
    await planByIndex.execute(tx)
    const { rows } = await sql<ItemRow>`
      with ${oneDay(call, storeId, day)}
      select s.name, sold.display_id as "displayId", sold.business_day as day, i.name as item,
        i.quantity_milli as milli, i.unit_price_cents as "unitCents", i.total_cents as "totalCents",
        i.detail ->> 'taxClass' as "taxClass", i.detail ->> 'ncm' as ncm,
        coalesce(i.detail -> 'alcoholic' = 'true', false) as alcoholic
      from sold
        join stores s on s.id = sold.store_id
        join order_items i on i.store_id = sold.store_id and i.order_id = sold.id
      order by sold.created_at, sold.id, i.line`.execute(tx)
    return rows
  })

const cnpjText = (bare: string): string => bare.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
