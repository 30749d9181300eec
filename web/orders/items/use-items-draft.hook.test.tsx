import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import { sampleOrder } from '../../testing/sample-order.ts'
import { useItemsDraft } from './use-items-draft.ts'

const item = (name: string, quantity = 1): OrderItem => ({
  externalCode: null,
  name,
  quantity,
  unitPriceCents: 1_000,
  totalCents: quantity * 1_000,
  notes: null,
  options: [],
})
const order = (version: number, items: OrderItem[], changes: Partial<Order> = {}): Order =>
  sampleOrder({ version, items, ...changes })
const drafted = (first: Order) =>
  renderHook(({ current }) => useItemsDraft(current), { initialProps: { current: first } })
const takeOut = (shown: ReturnType<typeof drafted>, place: number) =>
  act(() => {
    const { draft, change } = shown.result.current
    change({
      ...draft,
      places: draft.places.map((one, at) => (at === place ? { ...one, quantity: 0 } : one)),
    })
  })

test('another person’s change of the items waits until it is joined, and both count then', () => {
  const shown = drafted(order(1, [item('Nhoque'), item('Lasanha')]))
  takeOut(shown, 1)
  shown.rerender({ current: order(2, [item('Nhoque'), item('Lasanha'), item('Tiramisù')]) })
  expect(shown.result.current).toMatchObject({ other: true, base: { version: 1 } })
  act(() => shown.result.current.join())
  expect(shown.result.current).toMatchObject({ other: false, base: { version: 2 }, lost: [] })
  expect(shown.result.current.draft.places.map(({ quantity }) => quantity)).toEqual([1, 0, 1])
})

test('while nothing is drafted, the change of another person is followed at once', () => {
  const shown = drafted(order(1, [item('Nhoque')]))
  shown.rerender({ current: order(2, [item('Nhoque', 3)]) })
  expect(shown.result.current).toMatchObject({ other: false, base: { version: 2 } })
  expect(shown.result.current.draft.places[0]?.quantity).toBe(3)
})

test('a courier, a note or a step of the order interrupts nobody', () => {
  const shown = drafted(order(1, [item('Nhoque')]))
  takeOut(shown, 0)
  shown.rerender({ current: order(2, [item('Nhoque')], { status: 'ready', storeNote: 'Buzina' }) })
  expect(shown.result.current).toMatchObject({ other: false, base: { version: 2, status: 'ready' } })
  expect(shown.result.current.draft.places[0]?.quantity).toBe(0)
})
