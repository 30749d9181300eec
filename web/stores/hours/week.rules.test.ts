import { expect, test } from 'vitest'
import { barsOf, dayText, fieldsOf, hoursAt, movedEnd, weekHours, weekOf, written } from './week.rules.ts'

const night = { start: '18:00', end: '02:00' }
const lunch = { start: '11:00', end: '15:00' }

test('a day reads as a person writes it', () => {
  expect(dayText([])).toBe('fechada')
  expect(dayText([lunch, { ...night, end: '00:30' }])).toBe('11:00 às 15:00 · 18:00 às 0:30')
  expect(dayText([{ ...night, services: ['DELIVERY', 'TAKEOUT'] }])).toBe(
    '18:00 às 2:00, só entrega e retirada',
  )
  expect(dayText([{ start: '00:00', end: '00:00' }])).toBe('24 horas')
})

test('a night is one bar from six to six, and one over six is two pieces', () => {
  expect(barsOf([night])).toEqual([
    { index: 0, left: 50, width: (8 / 24) * 100, row: 0, rows: 1, begins: true, ends: true, written: true },
  ])
  const early = barsOf([{ start: '05:00', end: '07:00' }])
  expect(early.map((bar) => [Math.round(bar.left), bar.begins, bar.ends, bar.written])).toEqual([
    [96, true, false, true],
    [0, false, true, false],
  ])
})

test('hours of two services at one time are drawn one below the other', () => {
  const bars = barsOf([lunch, { start: '14:00', end: '16:00', services: ['DELIVERY'] }])
  expect(bars.map(({ row, rows }) => [row, rows])).toEqual([
    [0, 2],
    [1, 2],
  ])
})

test('a dragged end stays on quarters of an hour and never meets the other end', () => {
  expect(movedEnd(lunch, 'end', 9.4 / 24)?.end).toBe('15:30')
  expect(movedEnd(night, 'end', 1)?.end).toBe('06:00')
  expect(movedEnd(lunch, 'end', 5 / 24)).toBeNull()
})

test('a tap on the empty line proposes two hours from there', () => {
  expect(hoursAt(12 / 24)).toEqual({ start: '18:00', end: '20:00' })
  expect(hoursAt(2)).toEqual({ start: '05:30', end: '07:30' })
})

test('the week comes back as it was, in the order of the day', () => {
  const week = [
    { weekday: 'SUNDAY' as const, ...night },
    { weekday: 'SUNDAY' as const, ...lunch },
  ]
  const fields = fieldsOf(week)
  expect(weekOf(fields)).toEqual([week[1], week[0]])
  expect(weekHours(fields)).toBe('12\u00a0h por semana')
  expect(written([{ ...lunch, services: ['DELIVERY', 'TAKEOUT', 'INDOOR'] }])).toBe(written([lunch]))
})
