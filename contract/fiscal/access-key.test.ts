import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isCnpj } from '../shared/brazil.ts'
import { intermediaryDocument, marketplaces } from '../shared/channels.ts'
import { accessKeyGroups, accessKeyText, isAccessKey, issuerOf } from './access-key.ts'

/** The example of the taxpayers' manual (Manual de Orientação do Contribuinte). */
const known = '35080599999090910270550010000000015180051273'

test('the key of the manual is accepted, typed in groups or as it is', () => {
  expect(isAccessKey(known)).toBe(true)
  expect(z.safeParse(accessKeyText, ` ${accessKeyGroups(known)} `).data).toBe(known)
  expect(issuerOf(known)).toBe('99999090910270')
})

test('one wrong character is found', () => {
  fc.assert(
    fc.property(fc.nat(43), fc.integer({ min: 1, max: 9 }), (at, more) => {
      const digit = (Number(known[at]) + more) % 10
      const wrong = known.slice(0, at) + String(digit) + known.slice(at + 1)
      // Modulus 11 answers 0 for both 10 and 11, so in a few places two keys share a digit.
      if (isAccessKey(wrong)) expect(Number(known[43])).toBe(Number(wrong[43]))
      else expect(z.safeParse(accessKeyText, wrong).success).toBe(false)
    }),
  )
  expect(isAccessKey(`${known.slice(0, 43)}4`)).toBe(false)
})

test.each([
  '',
  '123',
  `${known}0`,
  '9'.repeat(44),
  `99${known.slice(2)}`,
  known.replace('0805', '0813'),
  'x'.repeat(44),
])('the text %j is no key', (text) => {
  expect(z.safeParse(accessKeyText, text).success).toBe(false)
})

test('a key of an issuer with letters in its CNPJ is accepted', () => {
  const body = `352607${'12ABC34501DE35'}55001000000001518005127`.slice(0, 43)
  const keys = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`)
  expect(keys.filter((key) => isAccessKey(key))).toHaveLength(1)
})

test('each marketplace of one company has the CNPJ that a note names as its intermediary', () => {
  const documents = marketplaces.map((platform) => [platform, intermediaryDocument(platform)] as const)
  for (const [platform, document] of documents) if (document) expect(isCnpj(document), platform).toBe(true)
  // Each application of the standard is another company.
  expect(documents.flatMap(([platform, document]) => (document ? [] : [platform]))).toEqual([
    'open-delivery',
    'keeta',
    'aiqfome',
  ])
})
