import { expect, test } from 'vitest'
import { comparedDayWords, dayWords, hourPoint } from './day-words.rules.ts'

const today = '2026-11-21'

test('a day is said as people say it, with the year if it is another one', () => {
  expect(dayWords(today, today)).toEqual({ long: 'Hoje, sábado 21 de nov.', short: 'Hoje' })
  expect(dayWords('2026-11-20', today)).toEqual({ long: 'Ontem, sexta 20 de nov.', short: 'Ontem' })
  expect(dayWords('2025-11-20', today)).toEqual({
    long: 'Quinta, 20 de nov. de 2025',
    short: '20 de nov. de 2025',
  })
})

test('the compared day agrees with its weekday', () => {
  const words = (day: string, comparison: Parameters<typeof comparedDayWords>[0]) =>
    comparedDayWords(comparison, { day, compared: null, today }).long
  expect(words('2026-11-20', 'same-weekday-last-week')).toBe('sexta passada')
  expect(words('2026-11-21', 'same-weekday-last-week')).toBe('sábado passado')
  expect(words('2026-11-22', 'mean-of-four-same-weekdays')).toBe('um domingo comum')
  expect(words('2026-11-20', 'last-year')).toBe('a sexta do ano passado')
  expect(comparedDayWords('custom', { day: today, compared: '2025-03-01', today }).long).toBe(
    '1 de mar. de 2025',
  )
})

test('what is scheduled for an hour that has not begun is hollow and says so', () => {
  const amount = { orders: 1, netCents: 12_100 }
  const none = { orders: 0, netCents: 0 }
  expect(hourPoint({ hour: 20, current: amount, compared: none, future: true })).toEqual({
    label: '20h',
    title: '20h, 1 pedido agendado',
    partial: true,
  })
  expect(hourPoint({ hour: 18, current: amount, compared: none, future: false })).toEqual({
    label: '18h',
    title: '18h, 1 pedido',
  })
  expect(hourPoint({ hour: 22, current: none, compared: none, future: true }).title).toBe('22h, 0 pedidos')
})
