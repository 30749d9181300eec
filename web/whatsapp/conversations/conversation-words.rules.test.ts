import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../contract/whatsapp/conversations.ts'
import { chatSearch } from './chat-search.rules.ts'
import {
  heldWords,
  historyWords,
  isOver,
  lettersOf,
  nameOf,
  orderWords,
  personWords,
  reasonWords,
  threadRows,
  waitOf,
  windowOf,
} from './conversation-words.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
const minute = 60_000

describe('a customer in the list', () => {
  test('is named by the profile, else by the number, else as one who hides it', () => {
    expect(nameOf({ name: 'Ana', phone: '5511987654321' })).toBe('Ana')
    expect(nameOf({ name: null, phone: '5511987654321' })).toContain('98765-4321')
    expect(nameOf({ name: ' ', phone: '5511987654321' })).toContain('98765-4321')
    expect(nameOf({ name: null, phone: null })).toBe('Cliente sem número')
  })

  test.each([
    [112_000, 'espera há 1:52', false],
    [5 * minute, 'espera há 5:00', true],
    [12 * minute, 'espera há 12\u00a0min', true],
    [3 * 60 * minute, 'espera há 3\u00a0h', true],
    // The device's clock is slow.
    [-4_000, 'espera há 0:00', false],
  ])('after %d ms without an answer reads %s', (ms, words, long) => {
    expect(waitOf({ waitsSince: ago(ms) }, now)).toEqual({ words, long })
  })

  test('does not wait after an answer, and says who has the conversation', () => {
    expect(waitOf({ waitsSince: null }, now)).toBeNull()
    expect(personWords({ mine: true, personName: 'Rafael' })).toBe('com você')
    expect(personWords({ mine: false, personName: 'Rafael' })).toBe('com Rafael')
    expect(personWords({ mine: false, personName: null })).toBeNull()
  })
})

test('24 hours after the last message nobody may write', () => {
  expect(isOver({ windowEndsAt: null }, now)).toBe(true)
  expect(isOver({ windowEndsAt: ago(0) }, now)).toBe(true)
  expect(isOver({ windowEndsAt: ago(-1_000) }, now)).toBe(false)
})

test('the window says what is left of it, and is near its end in the last two hours', () => {
  const left = (ms: number) => windowOf({ windowEndsAt: ago(-ms) }, now)
  expect(left(24 * 60 * minute)).toEqual({
    words: 'Dá para escrever por mais 24\u00a0h.',
    share: 1,
    soon: false,
  })
  expect(left(192 * minute)).toMatchObject({
    words: 'Dá para escrever por mais 3\u00a0h 12\u00a0min.',
    soon: false,
  })
  expect(left(12 * 60 * minute)?.share).toBe(0.5)
  expect(left(119 * minute)).toMatchObject({
    words: 'Dá para escrever por mais 1\u00a0h 59\u00a0min.',
    soon: true,
  })
  expect(left(10_000)?.words).toBe('Dá para escrever por mais 1\u00a0min.')
  expect([left(0), windowOf({ windowEndsAt: null }, now)]).toEqual([null, null])
})

test('a hold says who, until when and what waits', () => {
  const held = { until: ago(0), by: 'Ana' }
  expect([0, 1, 2].map((queued) => heldWords(held, { queued, until: '21:40' }))).toEqual([
    'Avisos segurados por Ana até 21:40. Nada espera ainda.',
    'Avisos segurados por Ana até 21:40. 1 mensagem espera.',
    'Avisos segurados por Ana até 21:40. 2 mensagens esperam.',
  ])
})

test('a reason is said unless somebody of the store stepped in', () => {
  expect(
    (['allergy', 'not-understood', 'taken', null] as const).map((reason) => reasonWords({ reason })),
  ).toEqual(['falou de alergia', 'não entendi duas vezes', null, null])
})

describe('what the store knows of the customer', () => {
  const openOrder = { id: 'o', displayId: '31', status: 'dispatched', promisedAt: ago(9 * minute) } as const

  test('counts the orders, with the open one as the newest', () => {
    expect(historyWords({ orders: 0, district: null, openOrder: null })).toBe('ainda sem pedido nesta loja')
    expect(historyWords({ orders: 1, district: null, openOrder })).toBe('primeiro pedido nesta loja')
    expect(historyWords({ orders: 4, district: null, openOrder })).toBe('4º pedido nesta loja')
    expect(historyWords({ orders: 4, district: null, openOrder: null })).toBe('4 pedidos nesta loja')
  })

  test('says where the open order is, and how late', () => {
    expect(orderWords(openOrder, now)).toBe('saiu para entrega, 9\u00a0min de atraso')
    expect(orderWords({ ...openOrder, promisedAt: ago(-minute) }, now)).toBe('saiu para entrega')
    expect(orderWords({ ...openOrder, status: 'delivered' }, now)).toBe('foi entregue')
  })
})

test('letters are counted near the end of what one message takes', () => {
  expect(lettersOf('x'.repeat(3_800))).toBeNull()
  expect(lettersOf('x'.repeat(4_095))).toEqual({ tooMany: false, words: 'Resta lugar para 1 letra.' })
  expect(lettersOf('x'.repeat(4_096))?.tooMany).toBe(false)
  expect(lettersOf('x'.repeat(4_097))).toEqual({
    tooMany: true,
    words: '4.097 letras: o WhatsApp leva 4.096 por mensagem.',
  })
})

describe('a thread', () => {
  const message = (id: string, at: string): ChatMessage => ({
    id,
    by: 'customer',
    at,
    text: id,
    state: null,
    asked: false,
    change: null,
  })
  const rows = (messages: readonly ChatMessage[], personSince: string | null) =>
    threadRows(messages, { personSince, timezone: 'America/Sao_Paulo', now }).map((row) =>
      row.kind === 'message' ? row.message.id : row.kind,
    )

  test('has a line at each day but a first one of today', () => {
    const day = 24 * 60 * minute
    expect(
      rows([message('a', ago(day)), message('b', ago(day - 1_000)), message('c', ago(0))], null),
    ).toEqual(['day', 'a', 'b', 'day', 'c'])
    expect(rows([message('a', ago(2_000)), message('b', ago(0))], null)).toEqual(['a', 'b'])
  })

  test('shows once where a person took over, at the end if nothing was said since', () => {
    const messages = [message('a', ago(3_000)), message('b', ago(1_000)), message('c', ago(0))]
    expect(rows(messages, ago(2_000))).toEqual(['a', 'handed', 'b', 'c'])
    expect(rows(messages, ago(0))).toEqual(['a', 'b', 'c', 'handed'])
  })
})

test('an address names a conversation and its store, or nothing', () => {
  const id = '01a20a17-3bca-75af-be01-b5a8c8949112'
  expect(chatSearch({ conversa: id, loja: id, other: 1 })).toEqual({ conversa: id, loja: id })
  expect(chatSearch({ conversa: id })).toEqual({})
  expect(chatSearch({ conversa: '<b>', loja: id })).toEqual({})
})
