import { expect, test } from 'vitest'
import { openText, sealText } from './sealing.ts'

const key = '3b9f5c0de1a78246f0b7719d54ce3a8812f6049bd7ca3350e86b91fd27a4c86e'

test('what was sealed opens with the same key', () => {
  expect(openText(sealText('segredo', key), key)).toBe('segredo')
})

test('another key, no key or a changed text is refused by the name of the variable', () => {
  const sealed = sealText('segredo', key)
  for (const [given, other] of [
    [sealed, key.replaceAll('3', '4')],
    [sealed, undefined],
    [{ ...sealed, sealed: Buffer.from('outro').toString('base64') }, key],
    [{ ...sealed, tag: 'AA==' }, key],
  ] as const)
    expect(() => openText(given, other)).toThrow(/ENCRYPTION_KEY/)
})
