import { expect, test } from 'vitest'
import type { HistoryOrder } from '../../../contract/orders/history.ts'
import { columnGroups } from '../../files/pdf-columns.rules.ts'
import { cellText } from '../../files/cell-text.ts'
import { paperColumns, type HistoryColumn } from './history-columns.rules.ts'

const order: HistoryOrder = {
  id: '0198c0de-0000-7000-8000-000000000001',
  displayId: '1042',
  storeId: '0198c0de-0000-7000-8000-000000000002',
  platform: 'ifood',
  type: 'DELIVERY',
  status: 'concluded',
  businessDay: '2026-05-04',
  createdAt: '2026-05-04T22:40:00.000Z',
  customerName: 'Maria Aparecida dos Santos',
  customerPhone: null,
  itemsSummary: '2 Pizza grande de calabresa, 1 Guaraná de dois litros',
  isTest: false,
  discountCents: 370,
  orderCents: 123_456,
  refundCents: 500,
  amounts: {
    grossCents: 123_000,
    storeDiscountCents: 0,
    marketplaceDiscountCents: 300,
    chainDiscountCents: 70,
    deliveryFeeCents: 826,
    serviceFeeCents: 0,
    tipCents: 0,
    refundCents: 500,
    refundedFeesCents: 0,
    staffServiceCents: 0,
    customerFeesCents: 0,
    marketplaceFeesCents: 15_000,
  },
  payments: ['CREDIT'],
  scheduledFor: null,
  motoboyName: null,
  cancelledReason: null,
}
const store = { name: 'Cantina do Zé', timezone: 'America/Sao_Paulo' }
const cellsOf = (columns: readonly HistoryColumn[], shown: HistoryOrder) =>
  columns.map((column) => cellText(column.cell(shown, store), column.kind, true))

test('the paper stays one table, and shows the total and the net of each order', () => {
  const cells = [cellsOf(paperColumns, order)]
  expect(cells[0]).toEqual(expect.arrayContaining(['R$\u00a01.234,56', 'R$\u00a01.225,00']))
  const groups = columnGroups({
    columns: paperColumns,
    cells,
    width: 762,
    wide: (text) => text.length * 0.55,
  })
  expect(groups).toHaveLength(1)
})
