import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../../contract/identity/identity.ts'
import { createAccount, redeemLink } from '../../../contract/identity/links.ts'
import { startFreeTier } from '../../../contract/stores/stores.ts'
import { asUser } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { lastMail } from '../../testing/mail.ts'

let app: TestApp
const password = 'Segura#Lua27'
const touch = { source: 'feira', campaign: 'nov', referrerId: 'MARINA10', gclid: 'Cj0KCQ', contactId: 'c-9' }
const touchedAt = '2026-11-20T12:00:00.000Z'

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const signUp = async (email: string, attribution?: object): Promise<Person> => {
  await app.call(null, createAccount, {
    body: { email, name: 'Nova Dona', ...(attribution ? { attribution } : {}) },
  })
  const token = (await lastMail(app, email))?.token ?? ''
  await app.call(null, redeemLink, { body: { token, password } })
  const { uid, idToken } = (await app.call(null, signIn, { body: { email, password } })).data
  return { uid, sessionId: '', token: idToken }
}
const store = (attribution?: object) => ({
  name: 'Loja da Nova',
  phone: '(11) 98765-4321',
  address: {
    street: 'Rua A',
    number: '1',
    district: 'Centro',
    city: 'São Paulo',
    state: 'SP' as const,
    zipCode: '01000-000',
  },
  ...(attribution ? { attribution } : {}),
})
const kept = (person: Person) =>
  asUser(app.db, person.uid, (tx) =>
    tx.selectFrom('attributions').selectAll().where('uid', '=', person.uid).orderBy('store_id').execute(),
  )

test('where a person came from is kept with the account, and again with the store it opened', async () => {
  const person = await signUp('veio@b.example', { ...touch, touchedAt })
  const opened = await app.call(person, startFreeTier, { body: store({ ...touch, touchedAt }) })
  const rows = await kept(person)
  expect(rows.map((row) => [row.store_id, row.touch])).toEqual([
    [opened.data.id, touch],
    [null, touch],
  ])
  for (const row of rows) {
    expect(row.touched_at?.toISOString()).toBe(touchedAt)
    expect(Date.now() - row.consented_at.getTime()).toBeLessThan(60_000)
  }
})

test('without consent nothing is sent, and nothing is kept', async () => {
  const person = await signUp('calada@b.example')
  await app.call(person, startFreeTier, { body: store() })
  expect(await kept(person)).toEqual([])
})

test('a time alone is no attribution', async () => {
  expect(await kept(await signUp('so-hora@b.example', { touchedAt }))).toEqual([])
})

test('another person reads none of it', async () => {
  const person = await signUp('dela@b.example', touch)
  const other = await app.addPerson('curiosa')
  const seen = await asUser(app.db, other.uid, (tx) =>
    tx.selectFrom('attributions').selectAll().where('uid', '=', person.uid).execute(),
  )
  expect(seen).toEqual([])
})

test.each([
  ['a name that is none of ours', { utm_source: 'x' }],
  ['a long value', { source: 'x'.repeat(201) }],
  ['two lines', { source: 'a\nb' }],
  ['NUL', { source: 'a\u0000' }],
  ['an object', { source: { $gt: '' } }],
  ['a time of nowhere', { touchedAt: '0001-01-01T00:00:00Z' }],
  ['a list', []],
])('%s is refused', async (_what, attribution) => {
  const body = { email: 'x@b.example', name: 'Xis', attribution }
  expect((await app.call(null, createAccount, { body: body as never })).status).toBe(400)
})
