import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createIdentityToolkit } from './identity-toolkit.ts'

/** Plays the REST side of Identity Platform, for the answers that the emulator never gives. */
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
  test('answers whose it is, and never writes the key into the address', async () => {
    answer = { status: 200, body: { localId: 'dona', idToken: 'x' } }
    expect(await check()).toBe('dona')
    expect(asked?.url).toBe('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword')
    expect(asked?.key).toBe('chave')
  })

  test('a right password that still needs its second factor is right', async () => {
    answer = { status: 200, body: { localId: 'dona', mfaPendingCredential: 'p', mfaInfo: [{}] } }
    expect(await check()).toBe('dona')
  })

  test.each(['INVALID_LOGIN_CREDENTIALS', 'INVALID_PASSWORD', 'EMAIL_NOT_FOUND', 'USER_DISABLED'])(
    '%s is no',
    async (message) => {
      answer = { status: 400, body: { error: { message } } }
      expect(await check()).toBeNull()
    },
  )

  test('too many tries are said as such', async () => {
    answer = { status: 400, body: { error: { message: 'TOO_MANY_ATTEMPTS_TRY_LATER : later' } } }
    await expect(check()).rejects.toMatchObject({ code: 'rate-limit/exceeded' })
  })

  test('a wrong set-up is a fault of ours, not a wrong password', async () => {
    answer = { status: 400, body: { error: { message: 'API key not valid.' } } }
    await expect(check()).rejects.toThrow('400')
  })

  test('a provider that fails or is not there says nothing about the password', async () => {
    answer = { status: 503, body: { error: { message: 'UNAVAILABLE' } } }
    await expect(check()).rejects.toMatchObject({ code: 'server/overloaded' })
    host = '127.0.0.1:1'
    await expect(check()).rejects.toMatchObject({ code: 'server/overloaded' })
  })
})
