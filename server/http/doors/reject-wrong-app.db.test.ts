import { afterAll, beforeAll, expect, test } from 'vitest'
import { appPair } from '../../../contract/shared/app-pair.ts'
import { headers } from '../../../contract/shared/headers.ts'
import { readMyUser, readIdentityProvider } from '../../../contract/identity/identity.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await testApp({
    APP_ID: 'cadeia-web',
    APP_TOKEN: 'cadeia-publica',
    APP_ID_BEFORE: appPair.id,
    APP_TOKEN_BEFORE: appPair.token,
    APP_PAIR_SINCE: '2026-11-20',
  })
  const store = await app.addStore()
  owner = await app.addPerson('dona', { [store]: 'owner' })
})
afterAll(() => app.close())

const pair = (id: string, token: string) => ({ [headers.appId]: id, [headers.appToken]: token })
const present = pair('cadeia-web', 'cadeia-publica')
const former = pair(appPair.id, appPair.token)
const asPage = { 'sec-fetch-site': 'same-origin' }

async function answerTo(sent: Readonly<Record<string, string>>) {
  const { status, body } = await app.call(owner, readMyUser, {}, { headers: sent })
  return body.error === undefined ? status : `${status} ${body.error}`
}

// docs/product/api.md:15 “The app pair”
test('the pair of the environment is accepted, and another one is refused with a code of its own', async () => {
  expect(await answerTo({ ...asPage, ...present })).toBe(200)
  for (const wrong of [
    pair('evil', 'evil'),
    pair('cadeia-web', 'evil'),
    pair('cadeia-publica', 'cadeia-web'),
  ])
    expect(await answerTo(wrong)).toBe('403 app/wrong-pair')
})

test('a page without a pair is refused; a caller that is no page may leave it out', async () => {
  expect(await answerTo(asPage)).toBe('403 app/wrong-pair')
  expect(await answerTo({})).toBe(200)
})

test('the former pair is valid for seven days', async () => {
  const errorAt = async (now: string, sent: Readonly<Record<string, string>>) => {
    app.setClock(new Date(now))
    return (await app.call(null, readIdentityProvider, {}, { headers: sent })).body.error
  }
  expect(await errorAt('2026-11-26T23:59:00Z', former)).toBeUndefined()
  expect(await errorAt('2026-11-26T23:59:00Z', pair(appPair.id, 'evil'))).toBe('app/wrong-pair')
  expect(await errorAt('2026-11-27T00:00:00Z', former)).toBe('app/wrong-pair')
  expect(await errorAt('2026-11-27T00:00:00Z', present)).toBeUndefined()
  app.setClock(null)
})

test('it authorises nothing: with the right pair a call without a session is refused as ever', async () => {
  const { status, body } = await app.call(null, readMyUser, {}, { headers: present })
  expect([status, body.error]).toEqual([401, 'auth/missing-session'])
})

test('a refused page keeps its session', async () => {
  await app.call(owner, readIdentityProvider, {}, { headers: pair('evil', 'evil') })
  expect(await answerTo(pair('evil', 'evil'))).toBe('403 app/wrong-pair')
  expect(await answerTo(present)).toBe(200)
})

test('files, the stream, feeds and webhooks are exempt', async () => {
  const evil = { ...asPage, ...pair('evil', 'evil') }
  const file = await app
    .call(owner, readDailyReport, { query: { format: 'csv' } }, { headers: evil })
    .catch((error: unknown) => String(error))
  expect(file).not.toMatchObject({ status: 403 })
  const stream = await app.fastify.inject({
    url: '/api/events',
    headers: { ...evil, 'x-user-token': 'x', 'x-user-id': 'x' },
  })
  expect(stream.json()).toMatchObject({ error: 'auth/id-token-invalid' })
  for (const url of ['/feeds/nada', '/open-delivery/nada'])
    expect((await app.fastify.inject({ url, headers: evil })).statusCode).not.toBe(403)
  const webhook = await app.fastify.inject({
    method: 'POST',
    url: '/webhooks/ifood',
    headers: evil,
    payload: {},
  })
  expect(webhook.body).not.toContain('app/wrong-pair')
})
