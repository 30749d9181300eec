import { expect, test } from 'vitest'
import { copiesIn, jidsOf } from './evolution-copies.rules.ts'

const since = new Date('2026-11-24T15:00:00Z')
const seconds = since.getTime() / 1_000
const one = (changes: object = {}) => ({
  key: { id: 'A', fromMe: true, remoteJid: '5511987654321@s.whatsapp.net' },
  message: { conversation: 'Oi' },
  messageTimestamp: seconds + 1,
  ...changes,
})
const ids = (...records: unknown[]) =>
  copiesIn({ messages: { total: 1, pages: 1, currentPage: 1, records } }, 'Oi', since).map(
    ({ providerId }) => providerId,
  )

test('a copy has the same text, is ours and is not older', () => {
  expect(ids(one())).toEqual(['A'])
  expect(
    ids(one({ message: { extendedTextMessage: { text: 'Oi' } }, messageTimestamp: String(seconds) })),
  ).toEqual(['A'])
  expect(
    ids(
      one({ message: { conversation: 'Oi!' } }),
      one({ key: { id: 'B', fromMe: false } }),
      one({ messageTimestamp: seconds - 60 }),
      one({ messageTimestamp: 'soon' }),
      one({ message: { imageMessage: {} } }),
      null,
    ),
  ).toEqual([])
  expect(copiesIn([], 'Oi', since)).toEqual([])
})

test('a Brazilian mobile is looked for with and without its ninth digit', () => {
  expect(jidsOf('5511987654321')).toEqual(['5511987654321@s.whatsapp.net', '551187654321@s.whatsapp.net'])
  expect(jidsOf('551133334444')).toEqual(['551133334444@s.whatsapp.net'])
})
