import { expect, test } from 'vitest'
import { folded, withoutAccents } from './folded.ts'

test.each([
  ['  São   José ', 'sao jose'],
  ['AÇAÍ', 'acai'],
  ['Ac\u0327ai\u0301', 'acai'],
  ['1ª Opção', '1a opcao'],
  ['Ｐｉｚｚａ ２', 'pizza 2'],
  ['Conj.\u00a0Hab.', 'conj. hab.'],
  ['', ''],
])('“%s” is found as “%s”, however a keyboard writes it', (written, key) => {
  expect(folded(written)).toBe(key)
})

test('letters keep their case where only the accents matter', () => {
  expect(withoutAccents('Àçãí Ltda.')).toBe('Acai Ltda.')
})
