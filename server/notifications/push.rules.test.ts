import { expect, test } from 'vitest'
import { isStale, minimumRoleFor, pushMessageOf, topicOf, type PushDetails } from './push.rules.ts'

const orderId = '0198a1b2-0000-7000-8000-000000000001'
const about = (changes: Partial<PushDetails>): PushDetails => ({
  event: 'not-accepted',
  orderId,
  displayId: '42',
  store: 'Brasa',
  minutes: 1,
  ...changes,
})

test('a notification names store, order and minutes, links to the order, and replaces the earlier one', () => {
  const first = pushMessageOf(about({}), 'loja')
  expect(first).toEqual({
    title: 'Pedido #42 espera aceite',
    body: 'Brasa: sem aceite há 1\u00a0min.',
    path: `/menu/orders?pedido=${orderId}&loja=loja`,
    tag: `not-accepted:${orderId}`,
  })
  const later = pushMessageOf(about({ event: 'escalation', minutes: 3 }), 'loja')
  expect([later.tag, later.body]).toEqual([
    first.tag,
    'Brasa: ninguém respondeu há 3\u00a0min. O cliente espera.',
  ])
  expect(pushMessageOf(about({ event: 'dispute', minutes: 5 }), 'loja').body).toBe(
    'Brasa: responda em 5\u00a0min.',
  )
  expect(pushMessageOf(about({ event: 'dispute', minutes: null }), 'loja').body).toBe(
    'Brasa: o cliente espera resposta.',
  )
  expect(pushMessageOf(about({ event: 'cancelled', minutes: null }), 'loja').title).toBe(
    'Pedido #42 cancelado',
  )
})

test('that nobody would see an order is said with its cause and what to open, and whether the channel closes', () => {
  const unseen = { cause: 'sound', closes: true } as const
  const its = { event: 'channel-closed', displayId: 'ifood', minutes: null } as const
  expect(pushMessageOf(about({ ...its, unseen }), 'loja')).toEqual({
    title: 'iFood fecha em 1\u00a0min',
    body: 'Brasa: a tela de Pedidos está sem som. Abra Pedidos com o som ligado.',
    path: '/menu/orders',
    tag: 'channel-closed:loja:ifood',
  })
  const warned = about({ ...its, unseen: { cause: 'screen', closes: false } })
  expect(pushMessageOf(warned, 'loja').title).toBe('Ninguém veria um pedido agora')
})

test('the first reminder goes to everyone, the three-minute one to managers and the five-minute one to owners', () => {
  expect([
    minimumRoleFor('not-accepted', 1),
    minimumRoleFor('escalation', 3),
    minimumRoleFor('escalation', 5),
    minimumRoleFor('cancelled', null),
  ]).toEqual(['basic', 'manager', 'owner', 'basic'])
})

test('reminders of an accepted order are stale, and a cancellation never is', () => {
  expect([isStale('escalation', 'confirmed'), isStale('not-accepted', 'placed')]).toEqual([true, false])
  expect(isStale('cancelled', 'cancelled')).toBe(false)
})

test('a topic contains only characters that push services accept', () => {
  expect(topicOf(orderId)).toMatch(/^[\w-]{32}$/)
})
