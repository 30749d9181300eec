import { describe, expect, test } from 'vitest'
import { deliveryConfig, maxZones, saveDeliveryConfig } from '../../../contract/delivery/zones.ts'
import { changePrices } from '../../../contract/menu/change-prices.ts'
import { addOptionGroup, maxOptions } from '../../../contract/menu/edit-menu.ts'
import { applyMenuImport } from '../../../contract/menu/import-menu.ts'
import { maxItems } from '../../../contract/menu/menu-document.ts'
import { pauseInStores } from '../../../contract/menu/menu.ts'
import { storesLimit } from '../../../contract/shared/headers.ts'
import type { Route } from '../../../contract/shared/route.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { excessOf, partsOf } from './json-bounds.ts'

const excess = (text: string, keys = 10, values = 10) => excessOf(Buffer.from(text), { keys, values })

test('only marks outside of texts are counted', () => {
  expect(excess(JSON.stringify({ note: `${'[{,:'.repeat(100)}"\\`, other: '\\"'.repeat(50) }))).toBeNull()
  expect(excess(JSON.stringify(['"', '\\', '","', Array(20).fill(0)]))).toBe('parts')
  expect(excess('"never closed [[[[[[[[[[[[')).toBeNull()
  expect(excess('"ends in a mark \\')).toBeNull()
})

test('the last allowed level, key and value pass, and the next do not', () => {
  const nested = (depth: number) => excess('['.repeat(depth), 10, 1_000)
  expect([nested(64), nested(65)]).toEqual([null, 'depth'])
  // Beside each other they are no deeper.
  expect(excess('[[]]'.repeat(100), 10, 1_000)).toBeNull()
  const keyed = (count: number) =>
    excess(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_none, at) => [`k${at}`, 0]))))
  expect([keyed(10), keyed(11)]).toEqual([null, 'parts'])
  const listed = (count: number) => excess(JSON.stringify(Array(count).fill(0)))
  expect([listed(10), listed(11)]).toEqual([null, 'parts'])
})

const id = '018f7d2c-0000-7000-8000-000000000000'
const zone = (shape: object, windows: readonly object[] = []) => ({
  id,
  name: 'Área',
  shape,
  deny: false,
  feeCents: 990,
  minutes: { min: 30, max: 50 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows,
})
const everyWindow = Array.from({ length: 14 }, () => ({ weekdays, start: '18:00', end: '23:30' }))

describe('the largest lawful body of a call has no more keys and values than are allowed', () => {
  const drawn = Array.from({ length: 104 }, () =>
    zone({ kind: 'polygon', ring: Array.from({ length: 480 }, () => [-46.63331, -23.55052]) }),
  )
  const listed = Array.from({ length: maxZones }, () =>
    zone({ kind: 'cep', from: '01000000', to: '01999999' }, everyWindow),
  )
  test.for<readonly [string, Route, unknown]>([
    ['drawn zones', saveDeliveryConfig, { zones: drawn, version: 1 }],
    ['zones with hours', saveDeliveryConfig, { zones: listed, version: 1 }],
    [
      'prices',
      changePrices,
      {
        change: { by: { kind: 'percent', percent: 3 }, rounding: 'none' },
        items: Array(maxItems).fill({ id, version: 1 }),
      },
    ],
    ['options', addOptionGroup, { options: Array(maxOptions).fill({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }) }],
    ['an import', applyMenuImport, { ticked: Array(10_000).fill('chave'), menu: 'x' }],
    [
      'items of stores',
      pauseInStores,
      { stores: Array(storesLimit).fill({ storeId: id, itemIds: Array(20).fill(id) }) },
    ],
  ])('%s', ([, route, body]) => {
    const bytes = Buffer.from(JSON.stringify(body))
    expect(bytes.length).toBeLessThan(route.bodyLimit ?? 0)
    expect(excessOf(bytes, partsOf(route))).toBeNull()
  })
  test('the zones above are zones', () => {
    expect(deliveryConfig.shape.zones.safeParse([drawn[0], listed[0]]).success).toBe(true)
  })
})
