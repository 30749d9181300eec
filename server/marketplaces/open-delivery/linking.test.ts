import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '../../env.ts'
import { openDeliveryLinking } from './linking.ts'
import { standard } from './profile.ts'

const now = new Date('2026-11-20T22:00:00Z')
let server: Server
let url = ''
let asked = ''
let reply: object | string = {}
let status = 200

beforeAll(async () => {
  server = createServer((request, answer) => {
    asked = ''
    request.on('data', (part: Buffer) => (asked += part.toString()))
    request.on('end', () => {
      answer.writeHead(status, { 'content-type': 'application/json' })
      answer.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const given = { clientId: 'loja', clientSecret: 'a&b', appId: null }
function grantFor(answer: object | string, code = 200) {
  reply = answer
  status = code
  const env = readEnvironment({ MENU_IMPORT_ORIGINS: url })
  const linking = openDeliveryLinking(standard, { env, log: pino({ level: 'silent' }), now: () => now })
  return linking.byCredentials?.tryCredentials({ ...given, baseUrl: `${url}/` })
}

test('the credentials are a form, and the token is kept with its address', async () => {
  const grant = await grantFor({ access_token: 't', token_type: 'bearer', expires_in: 600 })
  expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
    client_id: 'loja',
    client_secret: 'a&b',
    grant_type: 'client_credentials',
  })
  expect(grant).toMatchObject({ accessUntil: new Date('2026-11-20T22:10:00Z'), renewUntil: null })
  expect(JSON.parse(grant?.access ?? '')).toEqual({ baseUrl: url, token: 't' })
})

test.each([{}, { expires_in: 0 }, { expires_in: null }, { expires_in: 'muito' }])(
  'a token that does not say how long it lasts (%j) lasts an hour',
  async (said) => {
    const grant = await grantFor({ access_token: 't', token_type: 'bearer', ...said })
    expect(grant?.accessUntil).toEqual(new Date('2026-11-20T23:00:00Z'))
  },
)

test.each([
  [400, 'refused'],
  [401, 'refused'],
  [404, 'refused'],
  [429, 'throttled'],
  [503, 'unreachable'],
])('an answer of %d is “%s”', async (code, kind) => {
  await expect(grantFor({}, code)).rejects.toMatchObject({ kind })
})

test.each(['', 'não', '{"access_token":""}', '[]'])(
  'an answer without a token (%j) is no grant',
  async (text) => {
    await expect(grantFor(text)).rejects.toMatchObject({ kind: 'unreachable' })
  },
)
