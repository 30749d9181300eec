import { expect, test } from 'vitest'
import type { MotoboyView } from '../../../contract/orders/work.ts'
import { courierChoice, courierText } from './courier-choice.rules.ts'

const courier = (id: string, changes: Partial<MotoboyView> = {}): MotoboyView => ({
  id,
  name: id,
  openOrders: 0,
  outWith: [],
  onShift: true,
  freeSince: '2026-11-20T20:00:00.000Z',
  ...changes,
})
const out = { openOrders: 1, outWith: ['15'] }
const listed = (...motoboys: MotoboyView[]) => courierChoice(motoboys).couriers.map(({ id }) => id)

test('who has waited longest in the shop has the first key; then come those on the road and off shift', () => {
  expect(
    listed(
      courier('off', { onShift: false }),
      courier('road', out),
      courier('late', { freeSince: '2026-11-20T20:10:00.000Z' }),
      courier('early', { freeSince: '2026-11-20T19:50:00.000Z' }),
      courier('unknown', { freeSince: null }),
    ),
  ).toEqual(['early', 'late', 'unknown', 'road', 'off'])
})

test('one is proposed only if exactly one is in the shop', () => {
  const proposed = (...motoboys: MotoboyView[]) => courierChoice(motoboys).proposedId
  expect(proposed(courier('a'), courier('b', out))).toBe('a')
  expect(proposed(courier('a'), courier('b'))).toBeNull()
  expect(proposed(courier('a', out), courier('b', out))).toBeNull()
  expect(proposed(courier('a'), courier('b', { onShift: false }))).toBe('a')
  expect(proposed()).toBeNull()
  // An order that waits on the counter beside them keeps nobody from going.
  expect(proposed(courier('a', { openOrders: 2 }))).toBe('a')
})

test('a store that starts no shifts counts its couriers by what they have in hand', () => {
  const off = { onShift: false, freeSince: null }
  const { couriers, proposedId } = courierChoice([courier('b', { ...off, ...out }), courier('a', off)])
  expect([couriers.map(({ id }) => id), proposedId]).toEqual([['a', 'b'], 'a'])
})

test('each says where they are', () => {
  const text = (changes: Partial<MotoboyView>, hasShifts = true) =>
    courierText(courier('a', changes), hasShifts, 'America/Sao_Paulo', (id) => `CA-${id}`)
  expect(text({})).toBe('livre desde 17:00')
  expect(text({ freeSince: null })).toBe('livre')
  expect(text({ openOrders: 2 })).toBe('na loja com 2 pedidos')
  expect(text({ openOrders: 2, outWith: ['15', '16'] })).toBe('na rua com CA-15 e CA-16')
  expect(text({ onShift: false })).toBe('fora do turno')
  expect(text({ onShift: false, freeSince: null }, false)).toBe('livre')
})
