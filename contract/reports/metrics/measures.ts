import * as z from 'zod/mini'

export interface CountedMeasure {
  readonly name: MeasureName
  /** The column of every table that sums it. */
  readonly column: MeasureColumn
  /** pt-BR, as in files. */
  readonly label: string
  readonly unit: 'count' | 'cents'
  /**
   * What one order adds, as SQL over the row `o` of `orders`; never null. `is_real` is false for a test
   * order. `is_sale` is `counts_as_sale(o)`: false for a test or cancelled order.
   */
  readonly counted: string
  /** What one refund adds on its own day, as SQL over its `cents` and `fees`. */
  readonly refunded: string
}

type Row = readonly [column: string, label: string, counted: string, refunded?: string]

const ofSales = (column: string) => `case when is_sale then o.${column} else 0 end`
const ordersThat = (condition: string) => `coalesce((${condition})::int, 0)`

/**
 * The part of a money column that these entries of the order's document make up, never more than the column. Entries
 * whose centavos are no number count nothing.
 */
const ofDetail = (column: string, entries: string, condition: string) =>
  `case when is_sale and o.${column} > 0 then least(o.${column}, coalesce((select sum((part -> 'cents')::integer) from jsonb_path_query(o.detail, '${entries} ? (${condition} && @.cents >= -2147483648 && @.cents <= 2147483647)') part), 0))::integer else 0 end`

const table = {
  // Every order that arrived.
  received: ['received', 'Pedidos recebidos', ordersThat('is_real')],
  cancelled: ['cancelled', 'Pedidos cancelados', ordersThat('is_real and not is_sale')],
  // Cancelled before the store accepted; also counted in `cancelled`.
  refused: [
    'refused',
    'Pedidos recusados',
    ordersThat("is_real and not is_sale and o.cancelled_from = 'placed'"),
  ],
  cancelledCents: [
    'cancelled_cents',
    'Valor cancelado',
    'case when is_real and not is_sale then o.gross_cents else 0 end',
  ],
  // Items and their options times the quantity, before any discount.
  grossCents: ['gross_cents', 'Faturamento bruto', ofSales('gross_cents')],
  storeDiscountCents: ['store_discount_cents', 'Descontos da loja', ofSales('store_discount_cents')],
  marketplaceDiscountCents: [
    'marketplace_discount_cents',
    'Descontos do marketplace',
    ofSales('marketplace_discount_cents'),
  ],
  // The part of marketplace_discount_cents that the chain pays, not the marketplace.
  chainDiscountCents: [
    'chain_discount_cents',
    'Descontos da rede',
    ofDetail('marketplace_discount_cents', '$.discounts[*].sponsors[*]', '@.name == "CHAIN"'),
  ],
  // On the day they were given, whenever the order was sold.
  refundCents: ['refund_cents', 'Estornos', '0', 'cents'],
  // Of delivery, service and tip; outside the net.
  refundedFeesCents: ['refunded_fees_cents', 'Taxas devolvidas', '0', 'fees'],
  deliveryFeeCents: ['delivery_fee_cents', 'Taxa de entrega', ofSales('delivery_fee_cents')],
  serviceFeeCents: ['service_fee_cents', 'Taxa de serviço', ofSales('service_fee_cents')],
  // The part of service_fee_cents that is the staff's: the service of the room, which no marketplace keeps.
  staffServiceCents: [
    'staff_service_cents',
    'Serviço da equipe',
    ofDetail('service_fee_cents', '$.fees[*]', '@.type == "SERVICE_FEE" && @.receivedBy == "MERCHANT"'),
  ],
  tipCents: ['tip_cents', 'Gorjeta', ofSales('tip_cents')],
  // What the marketplace takes of the store; logistics is what customers paid it with the order.
  commissionCents: ['commission_cents', 'Comissão', ofSales('commission_cents')],
  paymentFeeCents: ['payment_fee_cents', 'Taxa de pagamento', ofSales('payment_fee_cents')],
  logisticsCents: ['logistics_cents', 'Entrega e taxas do marketplace', ofSales('logistics_cents')],
  // Finished orders that had a promised time, and those of them that kept it.
  promised: [
    'promised',
    'Pedidos com horário prometido',
    ordersThat('is_sale and o.completed_at is not null and o.promised_at is not null'),
  ],
  onTime: ['on_time', 'Pedidos no prazo', ordersThat('is_sale and o.completed_at <= o.promised_at')],
  // Sales by the customer's history: 1st order, 2nd to 4th, 5th or later; unidentified where the channel hides who.
  newCustomers: ['new_customers', 'Clientes novos', ordersThat('is_sale and o.customer_seq = 1')],
  returningCustomers: [
    'returning_customers',
    'Clientes recorrentes',
    ordersThat('is_sale and o.customer_seq between 2 and 4'),
  ],
  frequentCustomers: [
    'frequent_customers',
    'Clientes frequentes',
    ordersThat('is_sale and o.customer_seq >= 5'),
  ],
  unidentifiedCustomers: [
    'unidentified_customers',
    'Pedidos sem cliente identificável',
    ordersThat('is_sale and o.customer_seq is null'),
  ],
} as const satisfies Record<string, Row>

export type MeasureName = keyof typeof table
export type MeasureColumn = (typeof table)[MeasureName][0]
export type Measures = Record<MeasureName, number>

export const measureNames = Object.keys(table) as readonly MeasureName[]

/**
 * The counted facts of an order. Each is summed by hour, day, channel and type, so a figure is one of these
 * sums or a formula of them (metrics.ts). The columns of the tables that sum them, the SQL functions, the reply's
 * schema, the report statements and the files are derived from this table.
 */
export const countedMeasures: readonly CountedMeasure[] = measureNames.map((name) => {
  const [column, label, counted, refunded = '0']: Row = table[name]
  return {
    name,
    column: column as MeasureColumn,
    label,
    unit: name.endsWith('Cents') ? 'cents' : 'count',
    counted,
    refunded,
  }
})

/** What an order `row` sold, before its refunds, as SQL. */
export const soldSql = (row: string): string =>
  `net_cents(${row}.gross_cents, ${row}.store_discount_cents, 0)`

/**
 * Net sales as SQL over a row with these columns; the function is server/db/functions/net_cents.sql. Of an order: what
 * it brought in the end, whenever its refunds were given.
 */
export const netSql = (row: string): string =>
  `net_cents(${row}.gross_cents, ${row}.store_discount_cents, ${row}.refund_cents)`

const ofEach = <T>(value: (name: MeasureName) => T) =>
  Object.fromEntries(measureNames.map((name) => [name, value(name)])) as Record<MeasureName, T>

export const measures = z.strictObject(ofEach(() => z.int()))
export const noMeasures: Measures = ofEach(() => 0)

export const mapMeasures = (m: Measures, change: (value: number) => number): Measures =>
  ofEach((name) => change(m[name]))

export function addMeasures(a: Measures, b: Measures): Measures {
  const sum = { ...a }
  for (const name of measureNames) sum[name] = a[name] + b[name]
  return sum
}
