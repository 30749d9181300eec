import { channelName } from '../../../contract/shared/channels.ts'
import { localParts } from '../../../contract/shared/day.ts'
import type { HistoryOrder } from '../../../contract/orders/history.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { statusLabels } from '../../../contract/orders/states.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { capitalised } from '../../files/cell-text.ts'
import type { CellKind, ReportCell } from '../../files/report-document.ts'

export interface StoreFacts {
  readonly name: string
  readonly timezone: string
}

export interface HistoryColumn {
  readonly label: string
  readonly kind: CellKind
  cell(order: HistoryOrder, store: StoreFacts): ReportCell
}

type Cell = HistoryColumn['cell']
const column = (kind: CellKind, label: string, cell: Cell): HistoryColumn => ({ label, kind, cell })
const money = (label: string, cell: (order: HistoryOrder) => number): HistoryColumn =>
  column('cents', `${label} (R$)`, cell)

const when = column('moment', 'Data e hora', (order, store) => localTime(order.createdAt, store.timezone))
const store = column('text', 'Loja', (_order, { name }) => name)
const channel = column('text', 'Canal', (order) => channelName(order.platform))
const status = column('text', 'Etapa', (order) => capitalised(statusLabels[order.status]))
const customer = column('text', 'Cliente', (order) => order.customerName)
const items = column('text', 'Itens', (order) => order.itemsSummary)
const payments = column('text', 'Pagamento', (order) => order.payments.map(methodName).join(' + '))
const total = money('Total do pedido', (order) => order.orderCents)
const net = money('Faturamento líquido', netOf)

/** From the gross to the net and the receivable amount; every figure is named and computed as in the reports. */
const bridge: readonly HistoryColumn[] = [
  money('Faturamento bruto', ({ amounts }) => amounts.grossCents),
  money('Descontos da loja', ({ amounts }) => amounts.storeDiscountCents),
  money('Descontos do marketplace', ({ amounts }) => amounts.marketplaceDiscountCents),
  money('Descontos da rede', ({ amounts }) => amounts.chainDiscountCents),
  money('Taxa de entrega', ({ amounts }) => amounts.deliveryFeeCents),
  money('Taxa de serviço', ({ amounts }) => amounts.serviceFeeCents - amounts.staffServiceCents),
  money('Serviço da equipe', ({ amounts }) => amounts.staffServiceCents),
  money('Gorjeta', ({ amounts }) => amounts.tipCents),
  total,
  money('Estornado', ({ amounts }) => amounts.refundCents),
  money('Taxas devolvidas', ({ amounts }) => amounts.refundedFeesCents),
  net,
  money('Total cobrado', collectedOf),
  money('Taxas do cliente ao marketplace', ({ amounts }) => amounts.customerFeesCents),
  money('Taxas do marketplace', ({ amounts }) => amounts.marketplaceFeesCents),
  money(
    'Recebível estimado',
    (order) => collectedOf(order) - order.amounts.customerFeesCents - order.amounts.marketplaceFeesCents,
  ),
]

/** Columns of CSV and XLSX. */
export const fileColumns: readonly HistoryColumn[] = [
  column('day', 'Dia', (order) => order.businessDay),
  when,
  column('text', 'Pedido', (order) => order.displayId),
  store,
  channel,
  column('text', 'Tipo', (order) => orderTypeNames[order.type]),
  status,
  customer,
  column('text', 'Telefone', (order) => (order.customerPhone ? localPhone(order.customerPhone) : '')),
  items,
  payments,
  ...bridge,
  column('text', 'Motivo do cancelamento', (order) => order.cancelledReason ?? ''),
  column('moment', 'Agendado para', (order, { timezone }) =>
    order.scheduledFor ? localTime(order.scheduledFor, timezone) : null,
  ),
  column('text', 'Motoboy', (order) => order.motoboyName ?? ''),
]

/** A page has room for ten columns. */
export const paperColumns: readonly HistoryColumn[] = [
  when,
  column('text', 'Pedido', (order) => order.displayId),
  store,
  channel,
  status,
  customer,
  items,
  payments,
  total,
  net,
]

function netOf({ amounts }: HistoryOrder): number {
  return netCents(amounts)
}

function collectedOf(order: HistoryOrder): number {
  const { deliveryFeeCents, serviceFeeCents, tipCents, refundedFeesCents } = order.amounts
  return netOf(order) + deliveryFeeCents + serviceFeeCents + tipCents - refundedFeesCents
}

/** `(11) 98765-4321` for Brazilian numbers: spreadsheets interpret a cell that begins with + as a formula. */
const localPhone = (phone: string): string => phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

function localTime(iso: string, timezone: string): string {
  const { day, hour, minute } = localParts(new Date(iso), timezone)
  return `${day} ${two(hour)}:${two(minute)}`
}

const two = (value: number): string => String(value).padStart(2, '0')
