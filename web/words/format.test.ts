import { expect, test } from 'vitest'
import { ago, count, dayShort, money, moneyShort, percent, plural, weekdayName, zoneName } from './format.ts'

/** Intl writes a no-break space between R$ and the figure. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('money is written from centavos as a Brazilian reads it', () => {
  expect(plain(money(843_290))).toBe('R$ 8.432,90')
  expect(plain(money(-5))).toBe('-R$ 0,05')
  expect(plain(moneyShort(136_449))).toBe('R$ 1.364')
})

test('days and weekdays are in Portuguese and know no zone', () => {
  expect(dayShort('2026-11-20')).toBe('sex., 20 de nov.')
  expect([weekdayName('2026-11-20'), weekdayName('2026-11-21'), weekdayName('2026-11-22', 'short')]).toEqual([
    'sexta',
    'sábado',
    'dom',
  ])
})

test('shares, counts and plurals', () => {
  expect([percent(0.1236), percent(0.5, 0), count(12_345)]).toEqual(['12,4%', '50%', '12.345'])
  expect([plural(1, 'pedido', 'pedidos'), plural(2, 'pedido', 'pedidos')]).toEqual(['1 pedido', '2 pedidos'])
})

test('how long ago', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const before = (seconds: number) => ago(new Date(now.getTime() - seconds * 1_000).toISOString(), now)
  expect([before(2), before(40), before(720), before(7_300)]).toEqual([
    'agora',
    'há 40 s',
    'há 12 min',
    'há 2 h',
  ])
})

test('zones are named as people name them', () => {
  expect(zoneName('America/Sao_Paulo')).toMatch(/^Horário.* de Brasília$/)
  expect(zoneName('America/Manaus')).toMatch(/^Horário.* do Amazonas$/)
})
