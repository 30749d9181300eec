import { expect, test } from 'vitest'
import { decideSend, type SendFacts } from './decide-send.rules.ts'
import { orderContent } from '../messaging/message-texts.rules.ts'

const now = new Date('2026-11-24T12:00:00Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const content = orderContent('accepted', { customer: 'Ana', displayId: '1', store: 'Brasa' })

const given = (change: Partial<SendFacts> = {}, contact: Partial<SendFacts['contact']> = {}): SendFacts => ({
  now,
  kind: 'accepted',
  day: '2026-11-24',
  content,
  expiresAt: new Date(now.getTime() + 60_000),
  line: { state: 'open', driver: 'cloud' },
  contact: { phone: '5511987654321', lastInAt: before(60), lastOutAt: null, optedOutAt: null, ...contact },
  approved: [],
  spentMicros: 0,
  capCents: null,
  ...change,
})

test('inside the window of 24 hours it leaves as text', () => {
  expect(decideSend(given())).toEqual({
    do: 'send',
    content: { type: 'text', body: content.body },
    micros: 18_700,
  })
})

test('outside it only an approved template leaves', () => {
  const outside = { lastInAt: before(25 * 3_600) }
  expect(decideSend(given({}, outside))).toEqual({ do: 'end', state: 'failed', cause: 'no-template' })
  expect(decideSend(given({ approved: [content.name] }, outside))).toMatchObject({ do: 'send', content })
  expect(decideSend(given({ approved: [content.name] }, { lastInAt: null }))).toMatchObject({ do: 'send' })
})

test('by a linked phone it leaves as text, at no price, to a number', () => {
  const line = { state: 'degraded', driver: 'evolution' } as const
  expect(decideSend(given({ line }, { lastInAt: null }))).toMatchObject({ do: 'send', micros: 0 })
  expect(decideSend(given({ line }, { phone: null }))).toMatchObject({ cause: 'no-phone' })
})

test('what is too old is not sent, also when the line comes back', () => {
  expect(decideSend(given({ expiresAt: now }))).toEqual({ do: 'end', state: 'expired' })
  expect(decideSend(given({ expiresAt: now, line: null }))).toEqual({ do: 'end', state: 'expired' })
})

test('a line that is down holds it', () => {
  for (const state of ['closed', 'pairing', 'syncing', 'banned'] as const)
    expect(decideSend(given({ line: { state, driver: 'cloud' } }))).toEqual({ do: 'hold' })
  expect(decideSend(given({ line: null }))).toEqual({ do: 'hold' })
})

test('a person gets one every six seconds', () => {
  expect(decideSend(given({}, { lastOutAt: before(2) }))).toEqual({ do: 'wait', until: before(-4) })
  expect(decideSend(given({}, { lastOutAt: before(6) })).do).toBe('send')
})

test('a person who said PARAR gets none', () => {
  expect(decideSend(given({}, { optedOutAt: before(9) }))).toMatchObject({
    state: 'cancelled',
    cause: 'opted-out',
  })
})

test('the cap of a month is not passed', () => {
  expect(decideSend(given({ capCents: 2, spentMicros: 1_300 })).do).toBe('send')
  expect(decideSend(given({ capCents: 2, spentMicros: 1_301 }))).toMatchObject({
    state: 'cancelled',
    cause: 'cap',
  })
  expect(decideSend(given({ capCents: 0 }))).toMatchObject({ cause: 'cap' })
})

test('an answer to what the person just wrote waits for nothing', () => {
  const just = { lastOutAt: before(1) }
  expect(decideSend(given({}, just))).toMatchObject({ do: 'wait' })
  expect(decideSend(given({ kind: 'answer' }, just))).toMatchObject({ do: 'send' })
})

test('after PARAR only the farewell leaves', () => {
  const out = { optedOutAt: before(1) }
  expect(decideSend(given({ kind: 'answer' }, out))).toMatchObject({ cause: 'opted-out' })
  expect(decideSend(given({ kind: 'farewell' }, out))).toMatchObject({ do: 'send' })
})
