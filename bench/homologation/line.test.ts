import { expect, test } from 'vitest'
import type { House } from './house.ts'
import { counted, exchangeText, playLine, sawCall, type Line } from './line.ts'
import type { Exchange } from './recording-proxy.ts'

const house = {} as House
const line = (is: Line['is']): Line => ({ module: 'order', line: 'Confirm', page: 'order/homologation', is })
const exchange = (path: string, status: number): Exchange => ({
  at: 0,
  method: 'POST',
  path,
  headers: {},
  sent: '',
  status,
  answered: '',
})

test('what nobody could look at, what is not built and what throws are no passes', async () => {
  const played = await Promise.all([
    playLine(line({ check: async () => ({ passed: true, exchange: 'GET / → 200' }) }), house),
    playLine(line({ check: async () => ({ passed: false, exchange: 'GET / → 500' }) }), house),
    playLine(line({ check: async () => Promise.reject(new Error('no order came')) }), house),
    playLine(line({ absent: 'PUT /items' }), house),
    playLine(line({ unverified: 'the page is not stored' }), house),
  ])
  expect(played.map(({ outcome }) => outcome)).toEqual([
    'passed',
    'failed',
    'failed',
    'failed',
    'não verificado',
  ])
  expect(played[2]?.exchange).toBe('no order came')
  expect(counted(played)).toEqual({ passed: 1, failed: 3, 'não verificado': 1 })
})

test('a line names the call that was seen last, with its answer', () => {
  const path = '/order/v1.0/orders/3f2a1b00-0000-4000-8000-000000000001/confirm'
  expect(exchangeText(exchange(path, 202))).toBe('POST /order/v1.0/orders/3f2a…/confirm → 202')
  expect(sawCall([exchange(path, 500), exchange(path, 202)], 'POST', /confirm$/, [202]).passed).toBe(true)
  expect(sawCall([exchange(path, 202), exchange(path, 422)], 'POST', /confirm$/, [202]).passed).toBe(false)
  expect(sawCall([], 'POST', /confirm$/, [202])).toEqual({ passed: false, exchange: 'no POST confirm$' })
})
