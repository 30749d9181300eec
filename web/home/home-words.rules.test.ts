import { describe, expect, test } from 'vitest'
import { changeText, greeting, headline, soonWords } from './home-words.rules.ts'

const friday = { day: '2026-11-20', netCents: 2_239_000, comparedNetCents: 2_155_000, comparedDays: 4 }
const say = (today: Partial<typeof friday> | null, waiting = 0, running = 0) =>
  headline({ today: today === null ? null : { ...friday, ...today }, running, waiting })

describe('the sentence of the day is always a whole one', () => {
  test.each([
    [say({}, 5), 'Sexta corre 4\u00a0% acima da sexta passada e 5 coisas esperam você.'],
    [say({ netCents: 1_900_000 }, 1), 'Sexta corre 12\u00a0% abaixo da sexta passada e 1 coisa espera você.'],
    [say({ comparedNetCents: 40_000 }), 'Sexta corre muito acima da sexta passada e nada espera você.'],
    [say({ netCents: 2_160_000 }), 'Sexta corre como a sexta passada e nada espera você.'],
    [say({ comparedDays: 0 }, 2), 'Não há vendas na sexta passada para comparar e 2 coisas esperam você.'],
    [say({ netCents: 0 }), 'Ainda não houve vendas nesta sexta e nada espera você.'],
    [say({ day: '2026-11-21', netCents: 0 }), 'Ainda não houve vendas neste sábado e nada espera você.'],
    [
      say({ day: '2026-11-21', comparedNetCents: 0 }),
      'Não há vendas no sábado passado para comparar e nada espera você.',
    ],
    [say(null, 3, 12), '12 pedidos em andamento e 3 coisas esperam você.'],
    [say(null), 'Nenhum pedido em andamento e nada espera você.'],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected)
  })

  test('the greeting follows the clock', () => {
    expect([4, 5, 11, 12, 17, 18, 23].map(greeting)).toEqual([
      'Boa noite',
      'Bom dia',
      'Bom dia',
      'Boa tarde',
      'Boa tarde',
      'Boa noite',
      'Boa noite',
    ])
  })
})

test('a change is grey under 2 %, has one decimal below 10 %, none from there on, and no figure that nobody can read', () => {
  expect(changeText(1_019, 1_000)).toEqual({ words: 'igual', tone: 'same' })
  expect(changeText(1_039, 1_000)).toEqual({ words: '▲\u00a03,9\u00a0%', tone: 'good' })
  expect(changeText(880, 1_000)).toEqual({ words: '▼\u00a012\u00a0%', tone: 'bad' })
  expect(changeText(1_099.9, 1_000)).toEqual({ words: '▲\u00a010\u00a0%', tone: 'good' })
  expect(changeText(50_000, 1_000)).toEqual({ words: '▲\u00a0mais de 10\u00a0vezes', tone: 'good' })
  expect(changeText(500, 0)).toBeNull()
})

test('what happens next names one store and counts several', () => {
  const nameOf = () => 'Cantina Aurora'
  const soon = (kind: 'closes' | 'scheduled' | 'dispute-ends', stores: number, count: number) =>
    soonWords({ kind, at: '', storeIds: Array.from({ length: stores }, String), count }, nameOf)
  expect(soon('closes', 1, 1)).toBe('fecha Cantina Aurora')
  expect(soon('closes', 4, 4)).toBe('fecham 4 lojas')
  expect(soon('scheduled', 1, 2)).toBe('2 pedidos agendados em Cantina Aurora')
  expect(soon('dispute-ends', 1, 1)).toBe('vence a negociação em Cantina Aurora')
})
