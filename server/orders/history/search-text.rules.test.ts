import { expect, test } from 'vitest'
import { csvRow } from '../../files/csv.rules.ts'
import { cursorOf, positionOf, searchText } from './search-text.rules.ts'

test('digits match an order number and, from four digits on, the beginning of a phone', () => {
  expect(searchText('#42')).toEqual({ numbers: ['42'], phones: [], words: null })
  const phone = (typed: string, whole: string) =>
    searchText(typed).phones.some(({ low, high }) => low <= whole && whole < high)
  for (const typed of [
    ...['+55 11 98765-4321', '(11) 98765-4321', '98765-4321', '9876', '119876', '55119876'],
    ...['011 98765-4321', '015 11 98765-4321', '+55 (011) 98765-4321', '11 8765-4321', '8765-4321'],
    ...['0xx11 98765-4321', '(0XX11) 8765-4321', '0 xx 11 98765'],
  ]) {
    expect(phone(typed, '+5511987654321'), typed).toBe(true)
  }
  expect(phone('98765-4320', '+5511987654321')).toBe(false)
})

test('the code of a store in front of a number is no part of it', () => {
  expect(searchText('NA-4288').numbers).toEqual(['NA-4288', '4288'])
  expect(searchText('#bc-31').numbers).toEqual(['bc-31', '31'])
  expect(searchText('98765-4321').numbers).toEqual(['98765-4321'])
})

test('letters match a name or an item, but a single letter matches nothing', () => {
  expect(searchText('João')).toEqual({ numbers: ['João'], phones: [], words: 'João' })
  expect(searchText('Coca 2L').words).toBe('Coca 2L')
  expect(searchText('A').words).toBeNull()
})

test('a cursor survives a round trip and any other text is rejected', () => {
  const place = {
    day: '2026-11-20',
    moment: '2026-11-20T22:10:05.123456Z',
    id: '0198ffff-0000-7000-8000-00000000dead',
  }
  expect(positionOf(cursorOf(place))).toEqual(place)
  for (const bad of [
    '',
    'nada',
    cursorOf({ ...place, day: '2026-02-31' }),
    cursorOf({ ...place, id: "' or 1=1" }),
  ]) {
    expect(positionOf(bad), bad).toBeNull()
  }
})

test('a cell that a spreadsheet would run as a formula is escaped', () => {
  expect(csvRow(['=1+1', '+55', '-2', '@x', '\tz', 'Ana'])).toBe("'=1+1;'+55;'-2;'@x;\"'\tz\";Ana\r\n")
  expect(csvRow(['Rua "A"; 10', 'a\nb'])).toBe('"Rua ""A""; 10";"a\nb"\r\n')
})
