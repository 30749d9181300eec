import { expect, test } from 'vitest'
import { clickCodesIn, withClickCode } from './click-codes.rules.ts'

test('the code that a link wrote is read again, the newest first, also in small letters', () => {
  const texts = [withClickCode('Quero fazer um pedido.', 'JEXH64'), 'boa noite', 'oi (código abcd23)']
  expect(clickCodesIn(texts)).toEqual(['JEXH64', 'ABCD23'])
})

test('a message without a code has none', () => {
  expect(clickCodesIn([withClickCode('Quero fazer um pedido.', null), 'meu código JEXH64', ''])).toEqual([])
})
