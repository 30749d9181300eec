import { describe, expect, test } from 'vitest'
import { noMeasures } from '../../../contract/reports/metrics/measures.ts'
import { dayProblems, type StoreForProblems } from './day-problems.rules.ts'

const now = new Date('2026-11-20T23:35:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const store = (storeId: string, more: Partial<StoreForProblems> = {}): StoreForProblems => ({
  storeId,
  name: `Loja ${storeId}`,
  active: true,
  openByHours: true,
  marketplaces: [
    { platform: 'ifood', lastPolledAt: minutesAgo(0.5), available: true, checkedAt: minutesAgo(0.5) },
  ],
  totals: noMeasures,
  ...more,
})
const calm = { clusters: [], late: [], unaccepted: [] }
const words = (...args: Parameters<typeof dayProblems>) => dayProblems(...args).map((each) => each.message)

describe('problems of the day', () => {
  test('a day without problems has no lines', () => {
    expect(dayProblems([store('A')], calm, true, now)).toEqual([])
  })

  test('unaccepted and late orders are listed with the worst one', () => {
    const unaccepted = [{ storeId: 'A', orders: 1, since: minutesAgo(4) }]
    const late = [{ storeId: 'A', orders: 3, since: minutesAgo(18) }]
    expect(words([store('A')], { ...calm, unaccepted, late }, true, now)).toEqual([
      '1 pedido espera aceite há 4 minutos em Loja A.',
      '3 pedidos passaram do horário prometido em Loja A; o mais atrasado, 18 minutos.',
    ])
  })

  test('delays are shown in hours from one hour on, in days from two days on', () => {
    const late = (minutes: number) => ({
      ...calm,
      late: [{ storeId: 'A', orders: 1, since: minutesAgo(minutes) }],
    })
    const said = (minutes: number) => words([store('A')], late(minutes), true, now)[0]
    expect([59, 60, 357, 2_879, 2_880, 4_500].map(said)).toEqual(
      ['59 minutos', '1\u00a0h', '5\u00a0h 57\u00a0min', '47\u00a0h 59\u00a0min', '2 dias', '3 dias'].map(
        (span) => `1 pedido passou ${span} do horário prometido em Loja A.`,
      ),
    )
  })

  test('the same problem in many stores is one line', () => {
    const stores = ['A', 'B', 'C'].map((id) =>
      store(id, {
        marketplaces: [
          { platform: 'ifood', lastPolledAt: minutesAgo(4), available: true, checkedAt: minutesAgo(0.5) },
        ],
      }),
    )
    const late = stores.map(({ storeId }, index) => ({ storeId, orders: 1, since: minutesAgo(5 + index) }))
    const problems = dayProblems(stores, { ...calm, late }, true, now)
    expect(problems.map(({ kind, storeId, message }) => [kind, storeId, message])).toEqual([
      ['late', null, '3 pedidos passaram do horário prometido em 3 lojas; o mais atrasado, 7 minutos.'],
      ['marketplace-silent', null, 'O iFood não responde por 3 lojas: elas podem fechar por lá.'],
    ])
  })

  test('a store that is inactive or closed by the marketplace within its hours is listed', () => {
    const stores = [
      store('A', { active: false }),
      store('B', {
        marketplaces: [
          { platform: 'ifood', lastPolledAt: minutesAgo(0), available: false, checkedAt: minutesAgo(0.5) },
        ],
      }),
      store('C', { active: false, openByHours: false }),
    ]
    expect(words(stores, calm, true, now)).toEqual([
      'Loja A está desativada dentro do horário de funcionamento.',
      'Loja B está fechada no iFood dentro do horário de funcionamento.',
    ])
    expect(words(stores, calm, false, now)).toEqual([])
  })

  test('more than two stores closed by one marketplace share a line with their names', () => {
    const shut = {
      platform: 'ifood',
      lastPolledAt: minutesAgo(0),
      available: false,
      checkedAt: minutesAgo(0.5),
    }
    const named = (names: string) => names.split('').map((name) => store(name, { marketplaces: [shut] }))
    expect(words(named('ABC'), calm, true, now)).toEqual([
      '3 lojas estão fechadas no iFood dentro do horário de funcionamento: Loja A, Loja B e Loja C.',
    ])
    expect(words(named('ABCDEF'), calm, true, now)).toEqual([
      '6 lojas estão fechadas no iFood dentro do horário de funcionamento: Loja A, Loja B, Loja C, Loja D e mais 2.',
    ])
  })

  test('clustered cancellations are listed with their cause, and so are large refunds', () => {
    const clusters = [
      { storeId: 'A', hour: 20, cancelled: 4, received: 12, reason: 'Sem entregador', ofReason: 3 },
    ]
    const totals = { ...noMeasures, received: 10, grossCents: 100_000, refundCents: 4_000 }
    expect(words([store('A', { totals })], { ...calm, clusters }, false, now)).toEqual([
      '4 dos 12 pedidos das 20h foram cancelados em Loja A, 3 por “sem entregador”.',
      'Loja A devolveu R$\u00a040,00 em estornos, 4\u00a0% do que vendeu.',
    ])
  })
})
