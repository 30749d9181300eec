import { expect, test } from 'vitest'
import { noMeasures } from '../../../contract/reports/metrics/measures.ts'
import { partRows } from './sale-pivot.rules.ts'

const names = { stores: new Map(), drivers: new Map() }

test('a period that is compared with days that had refunds and no order keeps their row', () => {
  const refunded = { ...noMeasures, refundCents: 61_948 }
  const totals = [
    { shift: 28, storeId: 'centro', platform: 'balcao', type: 'DELIVERY', measures: refunded } as const,
  ]
  expect(partRows('coupon', [], totals, names, 1)).toMatchObject([
    { key: '', name: 'Sem cupom', current: { orders: 0, cents: 0 }, compared: { orders: 0, cents: -61_948 } },
  ])
})
