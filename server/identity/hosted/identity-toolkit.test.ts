import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from './identity-toolkit.ts'

/** Fakes the REST API of Identity Platform, for the answers that the emulator never gives. */
let answer: { status: number; body: unknown } = { status: 200, body: {} }
let asked: { url: string; key: unknown; body: unknown } | null = null
const server = createServer((request, reply) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    asked = {
      url: request.url ?? '',
      key: request.headers['x-goog-api-key'],
      body: JSON.parse(text) as unknown,
    }
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
})
let host = ''

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const check = () =>
  createIdentityToolkit({
    FIREBASE_API_KEY: 'chave',
    FIREBASE_AUTH_EMULATOR_HOST: host,
    PUBLIC_URL: undefined,
  }).uidOfPassword('dona@loja.example', 'Segura#2026')

describe('asking the hosted provider whether a password is right', () => {
  test('returns the uid, and never puts the key into the URL', async () => {
    answer = { status: 200, body: { localId: 'dona', idToken: 'x' } }
    expect(await check()).toBe('dona')
    expect(asked?.url).toBe('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword')
    expect(asked?.key).toBe('chave')
  })

  test('a correct password that still needs a second factor is correct', async () => {
    answer = { status: 200, body: { localId: 'dona', mfaPendingCredential: 'p', mfaInfo: [{}] } }
    expect(await check()).toBe('dona')
  })

  test.each(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND', 'USER_DISABLED'])(
    '%s means a wrong password',
    async (message) => {
      answer = { status: 400, body: { error: { message } } }
      expect(await check()).toBeNull()
    },
  )

  test('too many attempts have their own error', async () => {
    answer = { status: 400, body: { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER : later' } } }
    await expect(check()).rejects.toMatchObject({ code: 'rate-limit/exceeded' })
  })

  test('a misconfiguration is an internal error, not a wrong password', async () => {
    answer = { status: 400, body: { error: { message: 'API key not valid.' } } }
    await expect(check()).rejects.toThrow('400')
  })

  test('a provider that fails or is unreachable is an error, not a wrong password', async () => {
    answer = { status: 503, body: { error: { message: 'UNAVAILABLE' } } }
    await expect(check()).rejects.toMatchObject({ code: 'server/overloaded' })
    host = '127.0.0.1:1'
    await expect(check()).rejects.toMatchObject({ code: 'server/overloaded' })
  })
})
