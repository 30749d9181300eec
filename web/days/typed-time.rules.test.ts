import { expect, test } from 'vitest'
import { isWholeTime, timeBeside, typedTime } from './typed-time.rules.ts'

test('a time is understood as people type it', () => {
  expect(['18', '1830', '930', '18h30', '8:05', '18h', '0:00'].map(typedTime)).toEqual([
    '18:00',
    '18:30',
    '09:30',
    '18:30',
    '08:05',
    '18:00',
    '00:00',
  ])
})

test('what is no time of the day is refused', () => {
  for (const text of ['', 'meio-dia', '24:00', '183', '18:60']) expect(typedTime(text), text).toBeNull()
})

test('a time is whole when nothing can follow', () => {
  expect(['1830', '18:30', '18h30'].every(isWholeTime)).toBe(true)
  expect(['18', '930', '1:3', '18:3'].some(isWholeTime)).toBe(false)
})

test('the arrows go from quarter to quarter and around midnight', () => {
  expect(timeBeside('18:30', 1)).toBe('18:45')
  expect(timeBeside('18:37', 1)).toBe('18:45')
  expect(timeBeside('18:37', -1)).toBe('18:30')
  expect(timeBeside('23:45', 1)).toBe('00:00')
  expect(timeBeside('00:00', -1)).toBe('23:45')
  expect(timeBeside('23:30', 1, 60)).toBe('00:30')
})
