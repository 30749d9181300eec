import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical } from '../../../simulator/keeta/canonical.ts'
import { canonicalJson, requestSignature } from './signature.ts'

const sampled = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`
const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`

test('the body is written as the sample of RFC 8785, section 3.2.3', () => {
  expect(canonicalJson(JSON.parse(sampled))).toBe(expected)
  expect(canonical(JSON.parse(sampled))).toBe(expected)
})

test('names are sorted by their UTF-16 units at every depth, and what is undefined is not sent', () => {
  expect(canonicalJson({ b: [{ z: 1, a: undefined }], '€': 1, a: 'x', '\r': 2 })).toBe(
    '{"\\r":2,"a":"x","b":[{"z":1}],"€":1}',
  )
})

const hmac = (text: string) => createHmac('sha256', 'segredo').update(text).digest('base64')
const url = 'https://open.example/api/v1/orders'

test('a request signs its address, its sorted query and its body, and leaves out what is empty', () => {
  expect(requestSignature('segredo', `${url}?c=3&a=1&b=2`, undefined)).toBe(hmac(`${url}&a=1&b=2&c=3`))
  expect(requestSignature('segredo', url, { b: 1, a: 'é' })).toBe(hmac(`${url}&{"a":"é","b":1}`))
  expect(requestSignature('segredo', url, {})).toBe(hmac(url))
  expect(requestSignature('segredo', `${url}?x=1`, [{ id: 'a' }])).toBe(hmac(`${url}&x=1&[{"id":"a"}]`))
})
