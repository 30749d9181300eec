import { expect, test } from 'vitest'
import { whenLabel, whenWords } from './when-words.ts'

test('times are of the store, and say the day when it is not today', () => {
  const now = new Date('2026-11-20T23:14:00Z')
  expect(whenWords('2026-11-20T23:40:00Z', now, 'America/Sao_Paulo')).toBe('às 20:40')
  expect(whenWords('2026-11-20T23:40:00Z', now, 'America/Manaus')).toBe('às 19:40')
  expect(whenWords('2026-11-21T13:00:00Z', now, 'America/Sao_Paulo')).toBe('amanhã às 10h')
  expect(whenWords('2026-11-23T13:00:00Z', now, 'America/Sao_Paulo')).toBe('segunda às 10h')
  expect(whenLabel('2026-11-23T13:00:00Z', now, 'America/Sao_Paulo')).toBe('seg. 10h')
})
