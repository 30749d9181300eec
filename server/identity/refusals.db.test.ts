import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword } from '../../contract/identity/account.ts'
import { readMyUser, signIn } from '../../contract/identity/identity.ts'
import { inviteWithoutPassword, readStoreAccess } from '../../contract/identity/people.ts'
import { readStore } from '../../contract/stores/stores.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'
import { createUser } from './identity.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client({ connectionString: app.directoryUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

/** Waits for the counts that are written after the reply. */
const refusalsOf = (uid: string, expected: number) =>
  until(async () => {
    const { rows } = await owner.query<{ action: string; subject: string; count: number }>(
      'select action, subject, count from refusals where uid = $1 order by action, subject',
      [uid],
    )
    return rows.reduce((sum, row) => sum + row.count, 0) >= expected && rows
  })
const audited = async (uid: string, action: string) =>
  (await owner.query('select id from audit_entries where actor_uid = $1 and action = $2', [uid, action]))
    .rowCount

test('five hundred look-ups of foreign stores leave one count and a few audit entries', async () => {
  const person = await app.addPerson('curiosa')
  const foreign = await app.addStore()
  for (let batch = 0; batch < 25; batch += 1)
    await Promise.all(
      Array.from({ length: 20 }, () => app.call(person, readStore, { params: { storeId: foreign } })),
    )
  expect(await refusalsOf(person.uid, 500)).toEqual([{ action: 'access/refused', subject: '', count: 500 }])
  expect(await audited(person.uid, 'access/refused')).toBe(5)
})

test('forged user ids are counted, and the first ones are audited', async () => {
  const person = await app.addPerson('falsa')
  for (let n = 0; n < 8; n += 1) await app.call({ ...person, uid: `outra-${n}` }, readMyUser, {})
  expect(await refusalsOf(person.uid, 8)).toEqual([
    { action: 'identity/forged-user-id', subject: '', count: 8 },
  ])
  expect(await audited(person.uid, 'identity/forged-user-id')).toBe(5)
})

test('too low a role in an own store is counted with its store, wherever the code refuses it', async () => {
  const store = await app.addStore()
  const person = await app.addPerson('atendente', { [store]: 'basic' })
  expect((await app.call(person, readStoreAccess, {}, { storeId: store })).status).toBe(403)
  expect((await app.call(person, readStoreAccess, {}, { storeId: store })).status).toBe(403)
  const body = { email: 'a@b.example', role: 'basic' as const, storeIds: [store] }
  expect((await app.call(person, inviteWithoutPassword, { body })).status).toBe(403)
  expect(await refusalsOf(person.uid, 3)).toEqual([
    { action: 'permission/denied', subject: '', count: 1 },
    { action: 'permission/denied', subject: store, count: 2 },
  ])
})

test('failed sign-ins and wrong current passwords are counted for the account they were about', async () => {
  const email = 'alvo@loja.example'
  const password = 'Segura#Lua26'
  const uid = await createUser(app.db, { email, name: 'Alvo', password })
  const guess = (address: string) =>
    app.call(null, signIn, { body: { email: address, password: 'Errada#1' } })
  await guess(email)
  await guess(email)
  await guess('ninguem@loja.example')
  const { data } = await app.call(null, signIn, { body: { email, password } })
  await app.call({ uid, sessionId: '', token: data.idToken }, changePassword, {
    body: { currentPassword: 'Errada#1', newPassword: 'Girafa#Azul7' },
  })
  expect(await refusalsOf(uid, 3)).toEqual([
    { action: 'identity/password-wrong', subject: '', count: 1 },
    { action: 'identity/sign-in-wrong', subject: '', count: 2 },
  ])
  expect(await refusalsOf('', 1)).toEqual([{ action: 'identity/sign-in-wrong', subject: '', count: 1 }])
})
