import { expect, test } from 'vitest'
import { alertSentence } from './alert-words.ts'

const timezone = 'America/Sao_Paulo'
const said = {
  kind: 'few-orders',
  platform: null,
  from: '2026-11-20T22:00:00Z',
  to: '2026-11-20T23:00:00Z',
  day: '2026-11-20',
  counted: 22,
  usual: 41,
} as const

test.for([
  [said, '22 pedidos entre 19h e 20h; às sextas costuma ter 41'],
  [{ ...said, counted: 0, usual: 13.5 }, 'Nenhum pedido entre 19h e 20h; às sextas costuma ter 14'],
  [{ ...said, counted: 1, day: '2026-11-22' }, '1 pedido entre 19h e 20h; aos domingos costuma ter 41'],
  [
    { ...said, platform: 'ifood', counted: 0, from: '2026-11-20T22:40:00Z' },
    'iFood: nenhum pedido entre 19h40 e 20h; às sextas costuma ter 41',
  ],
  [
    { ...said, kind: 'many-cancelled', counted: 5, usual: 0.5 },
    '5 pedidos cancelados entre 19h e 20h; às sextas costuma ter perto de 1',
  ],
  [
    { ...said, kind: 'many-cancelled', counted: 3, usual: 0 },
    '3 pedidos cancelados entre 19h e 20h; às sextas costuma ter menos de 1',
  ],
] as const)('the rule is said in words: %s', ([alert, words]) => {
  expect(alertSentence(alert, timezone)).toBe(words)
})

test('the hour is that of the store’s clock', () => {
  expect(alertSentence(said, 'America/Manaus')).toBe('22 pedidos entre 18h e 19h; às sextas costuma ter 41')
})
