import { expect, test } from 'vitest'
import { outcomeText } from './elsewhere-words.rules.ts'

const row = (kind: 'ready' | 'writing' | 'done' | 'refused' | 'failed', ticked = true) => ({
  ticked,
  state: { kind },
})

test('while it runs the chosen stores are counted, the others are not', () => {
  const rows = [row('done'), row('failed'), row('writing'), row('ready'), row('done', false)]
  expect(outcomeText(rows, true)).toBe('Aplicando: 2 de 4 lojas.')
})

test('afterwards it says where it applied and what stayed', () => {
  expect(outcomeText([row('done', false), row('refused'), row('failed')], false)).toBe(
    'Aplicado em 1 loja. 2 lojas ficaram como estavam.',
  )
  expect(outcomeText([row('ready', false)], false)).toBe('')
})
