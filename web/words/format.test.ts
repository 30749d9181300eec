import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceZone } from '../browser/device-zone.ts'
import {
  ago,
  clockTime,
  count,
  decimal,
  dayBrief,
  dayShort,
  localClock,
  money,
  moneyShort,
  monthName,
  percent,
  plural,
  weekdayName,
  withPlace,
  zoneName,
  zonePlace,
} from './format.ts'
import { zones } from './day-names.ts'

/** What Intl writes, with a true minus and no space at which a line could break. */
const unbroken = (text: string | undefined) =>
  text?.replace('-', text.includes('R$') ? '−\u00a0' : '−').replace('%', '\u00a0%')
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('money is written from centavos in Brazilian format', () => {
  expect(plain(money(843_290))).toBe('R$ 8.432,90')
  expect(plain(money(-5))).toBe('− R$ 0,05')
  expect(plain(moneyShort(136_449))).toBe('R$ 1.364')
})

test('numbers match Intl to the last digit', () => {
  const format = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('pt-BR', options)
  const reais = { style: 'currency', currency: 'BRL' } as const
  const [exact, short, plainNumber] = [
    format(reais),
    format({ ...reais, maximumFractionDigits: 0 }),
    format({}),
  ]
  const shares = [0, 1, 2].map((digits) => format({ style: 'percent', maximumFractionDigits: digits }))
  const fixed = [0, 1, 2].map((digits) =>
    format({ minimumFractionDigits: digits, maximumFractionDigits: digits }),
  )
  const cents = fc.integer({ min: -1e13, max: 1e13 })
  const figure = fc.oneof(
    fc.integer({ min: -1e12, max: 1e12 }),
    fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1_000),
    fc.tuple(cents, fc.integer({ min: 1, max: 1e6 })).map(([sum, orders]) => sum / orders),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).filter((value) => value === 0 || Math.abs(value) > 1e-6),
  )
  fc.assert(
    fc.property(cents, figure, (sum, value) => {
      expect([money(sum), moneyShort(sum), count(value)]).toEqual([
        unbroken(exact.format(sum / 100)),
        unbroken(short.format(sum / 100)),
        plainNumber.format(value),
      ])
      expect([0, 1, 2].flatMap((digits) => [percent(value, digits), decimal(value, digits)])).toEqual(
        [0, 1, 2].flatMap((digits) => [
          unbroken(shares[digits]?.format(value)),
          fixed[digits]?.format(value),
        ]),
      )
    }),
    { numRuns: 5_000 },
  )
  expect([count(Number.NaN), count(Infinity), decimal(1.005, 2)]).toEqual(['NaN', '∞', '1,01'])
})

test('days and weekdays are in Portuguese and ignore time zones', () => {
  expect(dayShort('2026-11-20')).toBe('sex., 20 de nov.')
  expect([weekdayName('2026-11-20'), weekdayName('2026-11-21'), weekdayName('2026-11-22', 'short')]).toEqual([
    'sexta',
    'sábado',
    'dom',
  ])
})

test('shares, counts and plurals', () => {
  expect([percent(0.1236), percent(0.5, 0), count(12_345)]).toEqual(['12,4\u00a0%', '50\u00a0%', '12.345'])
  expect([plural(1, 'pedido', 'pedidos'), plural(2, 'pedido', 'pedidos')]).toEqual(['1 pedido', '2 pedidos'])
})

test('how long ago', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const before = (seconds: number) => ago(new Date(now.getTime() - seconds * 1_000).toISOString(), now)
  expect([before(2), before(40), before(720), before(7_300)]).toEqual([
    'agora',
    'há 40\u00a0s',
    'há 12\u00a0min',
    'há 2\u00a0h',
  ])
})

test('days, months and weekdays match Intl on every day of four years', () => {
  const brief = { day: 'numeric', month: 'short' } as const
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat('pt-BR', { ...options, timeZone: 'UTC' })
    return (day: string) => made.format(new Date(`${day}T12:00:00Z`))
  }
  const short = formatter({ ...brief, weekday: 'short' })
  const ofYear = formatter({ ...brief, year: 'numeric' })
  const [dayAndMonth, weekdayLong, weekdayShort, monthLong, monthShort] = [
    formatter(brief),
    formatter({ weekday: 'long' }),
    formatter({ weekday: 'short' }),
    formatter({ month: 'long' }),
    formatter({ month: 'short' }),
  ] as const
  for (let index = 0; index < 4 * 366; index += 1) {
    const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
    const year = day.slice(0, 4)
    expect({
      short: dayShort(day),
      brief: [dayBrief(day), dayBrief(day, true)],
      weekday: [weekdayName(day), `${weekdayName(day, 'short')}.`],
      month: [monthName(day), monthName(day, 'short')],
    }).toEqual({
      short: short(day),
      brief: [dayAndMonth(day), ofYear(day)],
      weekday: [weekdayLong(day).replace('-feira', ''), weekdayShort(day)],
      month: [`${monthLong(day)} de ${year}`, `${monthShort(day)} ${year.slice(2)}`],
    })
  }
})

test('zones are named like Intl names them, without "padrão"', () => {
  for (const zone of Object.keys(zones)) {
    const intlName = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, timeZoneName: 'longGeneric' })
      .formatToParts(new Date())
      .find((part) => part.type === 'timeZoneName')?.value
    expect(zoneName(zone)).toBe(intlName?.replace(' Padrão', ''))
  }
  expect(zoneName('America/Sao_Paulo')).toBe('Horário de Brasília')
  expect(zoneName('America/New_York')).toMatch(/^Horário/)
})

test('a time is by the clocks of its store, and names the place if this device shows another time', () => {
  const iso = '2026-11-20T20:30:00Z'
  expect(clockTime(iso, 'America/Manaus')).toBe('16:30')
  expect(clockTime(iso, 'America/Sao_Paulo')).toBe('17:30')
  const elsewhere = clockTime(iso, deviceZone()) === '16:30' ? 'America/Noronha' : 'America/Manaus'
  expect(localClock(iso, elsewhere)).toMatch(/^\d\d:\d\d \((Manaus|Fernando de Noronha)\)$/)
  expect(localClock(iso, deviceZone())).toBe(clockTime(iso, deviceZone()))
  expect(withPlace('amanhã 10h', iso, elsewhere)).toMatch(/^amanhã 10h \((Manaus|Fernando de Noronha)\)$/)
  expect(withPlace('amanhã 10h', iso, deviceZone())).toBe('amanhã 10h')
  expect([zonePlace('America/Sao_Paulo'), zonePlace('America/Porto_Velho')]).toEqual([
    'São Paulo',
    'Porto Velho',
  ])
})
