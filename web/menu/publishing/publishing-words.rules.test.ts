import { expect, test } from 'vitest'
import type { MenuPublication } from '../../../contract/menu/publications.ts'
import { outcomeWords, progressOf } from './publishing-words.rules.ts'

const part = (state: MenuPublication['parts'][number]['state'], chosen = true) =>
  ({ state, chosen, problem: null }) as MenuPublication['parts'][number]

test('only what was ticked counts, first as it is sent and then as it is read back', () => {
  const parts = [part('proved'), part('refused'), part('sent'), part('waiting'), part('waiting', false)]
  expect(progressOf({ parts, state: 'writing' })).toMatchObject({
    total: 4,
    sent: 3,
    words: 'Enviando: 3 de 4 itens',
  })
  expect(progressOf({ parts, state: 'proving' })).toMatchObject({
    proved: 1,
    refused: 1,
    words: 'Conferindo: 2 de 4 itens',
  })
})

test('a past publication says what came of it', () => {
  expect(outcomeWords({ state: 'done', written: 1, refused: 0, takesBack: false })).toBe('1 item publicado')
  expect(outcomeWords({ state: 'done', written: 3, refused: 2, takesBack: false })).toBe(
    '3 itens publicados, 2 recusados',
  )
  expect(outcomeWords({ state: 'stopped', written: 2, refused: 0, takesBack: true })).toBe(
    '2 itens voltaram, parou no meio',
  )
})
