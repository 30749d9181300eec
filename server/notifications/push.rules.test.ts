import { expect, test } from 'vitest'
import { isStale, leastRoleFor, pushMessageOf, topicOf, type PushAbout } from './push.rules.ts'

const orderId = '0198a1b2-0000-7000-8000-000000000001'
const about = (changes: Partial<PushAbout>): PushAbout => ({
  event: 'not-accepted',
  orderId,
  displayId: '42',
  store: 'Brasa',
  minutes: 1,
  ...changes,
})

test('a message says store, order and how long, leads to the order, and a later one takes its place', () => {
  const first = pushMessageOf(about({}), 'loja')
  expect(first).toEqual({
    title: 'Pedido #42 espera aceite',
    body: 'Brasa: sem aceite há 1 min.',
    path: `/menu/orders?pedido=${orderId}&loja=loja`,
    tag: `not-accepted:${orderId}`,
  })
  const later = pushMessageOf(about({ event: 'escalation', minutes: 3 }), 'loja')
  expect([later.tag, later.body]).toEqual([first.tag, 'Brasa: ninguém respondeu há 3 min. O cliente espera.'])
  expect(pushMessageOf(about({ event: 'dispute', minutes: 5 }), 'loja').body).toBe(
    'Brasa: responda em 5 min.',
  )
  expect(pushMessageOf(about({ event: 'dispute', minutes: null }), 'loja').body).toContain('espera resposta')
  expect(pushMessageOf(about({ event: 'cancelled', minutes: null }), 'loja').title).toBe(
    'Pedido #42 cancelado',
  )
})

test('everybody is told first, managers at three minutes, owners at five', () => {
  expect([
    leastRoleFor('not-accepted', 1),
    leastRoleFor('escalation', 3),
    leastRoleFor('escalation', 5),
    leastRoleFor('cancelled', null),
  ]).toEqual(['basic', 'manager', 'owner', 'basic'])
})

test('an order that was answered meanwhile is no news; a cancellation stays one', () => {
  expect([isStale('escalation', 'confirmed'), isStale('not-accepted', 'placed')]).toEqual([true, false])
  expect(isStale('cancelled', 'cancelled')).toBe(false)
})

test('a topic is of letters that a push service takes', () => {
  expect(topicOf(orderId)).toMatch(/^[\w-]{32}$/)
})
