import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderStatuses, orderTypes, type OrderStatus } from './kinds.ts'
import {
  mayDo,
  nextAction,
  orderActions,
  statusAfter,
  statusesBefore,
  type OrderAction,
  type OrderPosition,
} from './states.ts'

const now = new Date('2026-11-20T21:00:00Z')
const own = (changes: Partial<OrderPosition> = {}): OrderPosition => ({
  status: 'placed',
  type: 'DELIVERY',
  platform: 'balcao',
  deliveredBy: 'MERCHANT',
  pendingAction: null,
  preparationStartAt: null,
  scheduled: false,
  ...changes,
})
const allowed = (action: OrderAction, order: OrderPosition) => mayDo(action, order, now).allowed
const reason = (action: OrderAction, order: OrderPosition) => {
  const verdict = mayDo(action, order, now)
  return verdict.allowed ? null : verdict.reason
}

/** Takes the action that the card offers until it offers none. */
function walk(order: OrderPosition): OrderStatus[] {
  const passed: OrderStatus[] = [order.status]
  for (let at = order; ;) {
    const action = nextAction(at)
    if (!action) return passed
    expect(mayDo(action, at, now)).toEqual({ allowed: true })
    at = { ...at, status: statusAfter[action] }
    passed.push(at.status)
  }
}

describe('primary action of a card', () => {
  test('a delivery order goes from placed to delivered, and ends on its own', () => {
    expect(walk(own())).toEqual(['placed', 'confirmed', 'ready', 'dispatched', 'delivered'])
  })

  test('a takeout order is never dispatched', () => {
    expect(walk(own({ type: 'TAKEOUT', deliveredBy: null }))).toEqual([
      'placed',
      'confirmed',
      'ready',
      'delivered',
    ])
  })

  test('an order eaten at the store is neither dispatched nor delivered', () => {
    expect(walk(own({ type: 'INDOOR', deliveredBy: null }))).toEqual([
      'placed',
      'confirmed',
      'ready',
      'concluded',
    ])
  })

  test('a scheduled order goes through preparation', () => {
    expect(walk(own({ scheduled: true, preparationStartAt: '2026-11-20T20:59:59Z' }))).toContain('preparing')
  })
})

describe('forbidden actions', () => {
  test('a scheduled order cannot start before its preparation time', () => {
    const early = own({ status: 'confirmed', scheduled: true, preparationStartAt: '2026-11-20T21:00:01Z' })
    expect(reason('startPreparation', early)).toBe('Pedido agendado: o preparo ainda não deve começar.')
    expect(allowed('ready', early)).toBe(false)
    expect(allowed('startPreparation', { ...early, preparationStartAt: now.toISOString() })).toBe(true)
  })

  test('a takeout or dine-in order cannot be dispatched', () => {
    expect(allowed('dispatch', own({ status: 'ready', type: 'TAKEOUT' }))).toBe(false)
    expect(allowed('dispatch', own({ status: 'ready', type: 'INDOOR' }))).toBe(false)
  })

  test('the store cannot dispatch an order that the marketplace’s courier delivers', () => {
    expect(allowed('dispatch', own({ status: 'ready', platform: 'ifood', deliveredBy: 'MARKETPLACE' }))).toBe(
      false,
    )
    expect(allowed('dispatch', own({ status: 'ready', platform: 'ifood' }))).toBe(true)
  })

  test('the store cannot deliver or conclude an iFood order', () => {
    expect(allowed('deliver', own({ status: 'dispatched', platform: 'ifood' }))).toBe(false)
    expect(allowed('conclude', own({ status: 'delivered', platform: 'ifood' }))).toBe(false)
  })
})

const positions = fc.record({
  status: fc.constantFrom(...orderStatuses),
  type: fc.constantFrom(...orderTypes),
  platform: fc.constantFrom('balcao' as const, 'ifood' as const),
  deliveredBy: fc.constantFrom(null, 'MERCHANT' as const, 'MARKETPLACE' as const),
  pendingAction: fc.constantFrom(null, ...orderActions),
  preparationStartAt: fc.constantFrom(null, '2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z'),
  scheduled: fc.boolean(),
})

describe('invariants of every order', () => {
  test('an allowed action moves an order forward or cancels it, never back', () => {
    fc.assert(
      fc.property(positions, fc.constantFrom(...orderActions), (order, action) => {
        if (!allowed(action, order)) return
        expect(orderStatuses.indexOf(statusAfter[action])).toBeGreaterThan(
          orderStatuses.indexOf(order.status),
        )
        expect(statusesBefore(action, order)).toContain(order.status)
      }),
      { numRuns: 3_000 },
    )
  })

  test('nothing is allowed on a finished order or while a request to the marketplace is pending', () => {
    fc.assert(
      fc.property(positions, fc.constantFrom(...orderActions), (order, action) => {
        const settled = order.status === 'concluded' || order.status === 'cancelled'
        if (settled || order.pendingAction) expect(allowed(action, order)).toBe(false)
      }),
      { numRuns: 3_000 },
    )
  })

  test('an order can be cancelled at every step before it is concluded', () => {
    fc.assert(
      fc.property(positions, (order) => {
        const open = order.status !== 'concluded' && order.status !== 'cancelled'
        expect(allowed('cancel', order)).toBe(open && order.pendingAction === null)
      }),
    )
  })

  test('the primary action is allowed in the current status and a rejection carries a reason', () => {
    fc.assert(
      fc.property(positions, (order) => {
        fc.pre(order.status !== 'dispatched' || order.type === 'DELIVERY')
        const offered = nextAction(order)
        if (offered) expect(statusesBefore(offered, order)).toContain(order.status)
        for (const action of orderActions) expect(reason(action, order)).not.toBe('')
      }),
      { numRuns: 3_000 },
    )
  })
})
