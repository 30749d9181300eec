import { afterEach, beforeEach, expect, test } from 'vitest'
import { refuse, startLocalServer } from '../testing/local-server.ts'
import { mayBeGroupPage } from './possible-page.ts'

let server: Awaited<ReturnType<typeof startLocalServer>>
beforeEach(async () => {
  server = await startLocalServer()
  server.on('GET', '/api/groups/slug/sabor-da-vila/exists', () => ({ exists: true }))
  server.on('GET', '/api/groups/slug/nao-existe/exists', () => ({ exists: false }))
})
afterEach(() => server.stop())

// docs/product/screens.md:30 “any other”
test('a visitor is asked to sign in only for an address that some group has', async () => {
  expect(await mayBeGroupPage('/sabor-da-vila', false)).toBe(true)
  expect(await mayBeGroupPage('/nao-existe', false)).toBe(false)
})

test('if the server does not say, the visitor may sign in and see', async () => {
  server.on('GET', '/api/groups/slug/nao-existe/exists', (_call, response) =>
    refuse(response, 429, 'rate-limit/exceeded'),
  )
  expect(await mayBeGroupPage('/nao-existe', false)).toBe(true)
})

test('an address that no group can have asks nobody, nor does a person who is signed in', async () => {
  expect(await mayBeGroupPage('/Nada!', false)).toBe(false)
  expect(await mayBeGroupPage('/lojas', false)).toBe(false)
  expect(await mayBeGroupPage('/nao-existe', true)).toBe(true)
  expect(server.received).toEqual([])
})
