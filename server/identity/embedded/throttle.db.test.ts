import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as account from '../../../contract/identity/account.ts'
import { signIn } from '../../../contract/identity/identity.ts'
import { readLink } from '../../../contract/identity/links.ts'
import { testApp, type Answer, type Person, type TestApp } from '../../testing/app.ts'
import { bringForwardTries, createUser } from '../identity.ts'

let app: TestApp
let email: string
let uid: string
let checks = 0
const password = 'Segura#Lua26'

beforeAll(async () => {
  app = await testApp({ TRUST_PROXY: '1', ENCRYPTION_KEY: 'ab'.repeat(32) })
  const { provider } = app.deps
  const counted = {
    ...provider,
    passwordMatches: (...given: Parameters<typeof provider.passwordMatches>) => {
      checks += 1
      return provider.passwordMatches(...given)
    },
  }
  Object.assign(app.deps, { provider: counted })
})
afterAll(() => app.close())
let accounts = 0
beforeEach(async () => {
  email = `alvo${(accounts += 1)}@loja.example`
  uid = await createUser(app.db, { email, name: 'Alvo', password })
  checks = 0
})

let addresses = 0
const newAddress = () => `10.1.${Math.floor((addresses += 1) / 250)}.${addresses % 250}`
const enter = (
  body: { email: string; password: string; code?: string },
  address = '10.0.0.1',
  cookie?: string,
) =>
  app.call(
    null,
    signIn,
    { body },
    {
      headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
    },
  )
const burst = <T>(count: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))
const statusCounts = (answers: readonly { status: number }[]) => ({
  checked: answers.filter(({ status }) => status !== 429).length,
  slowed: answers.filter(({ status }) => status === 429).length,
})
const personOf = (answer: Answer<typeof signIn>): Person => ({
  uid: answer.data.uid,
  sessionId: '',
  token: answer.data.idToken,
})
const deviceOf = (answer: { headers: Readonly<Record<string, unknown>> }) =>
  [answer.headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith('b-device='))
    ?.split(';')[0] ?? ''
const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
async function withSecondFactor(): Promise<{ person: Person; secret: string; recovery: readonly string[] }> {
  const person = personOf(await enter({ email, password }))
  const { secret } = (await app.call(person, account.startSecondFactor, { body: { password } })).data
  const on = await app.call(person, account.confirmSecondFactor, {
    body: { code: codeAt(secret, Date.now()) },
  })
  return { person, secret, recovery: on.data.recoveryCodes }
}

describe('of a hundred guesses at once', () => {
  test('of one password from one address at most five are checked', async () => {
    const answers = await burst(100, (n) => enter({ email, password: `Errada#Lua${n}` }))
    expect(statusCounts(answers).checked).toBeLessThanOrEqual(5)
    expect(statusCounts(answers).checked).toBeGreaterThan(0)
  })

  test('of one password from a hundred addresses at most twenty are checked', async () => {
    const answers = await burst(100, (n) => enter({ email, password: `Errada#Lua${n}` }, newAddress()))
    expect(statusCounts(answers).checked).toBeLessThanOrEqual(20)
  })

  test('of a hundred accounts from one address at most twenty are checked', async () => {
    const address = newAddress()
    const answers = await burst(100, (n) => enter({ email: `conta${n}@loja.example`, password }, address))
    expect(statusCounts(answers)).toEqual({ checked: 20, slowed: 80 })
  })

  test('of a hundred accounts from as many IPv6 addresses of one line at most twenty are checked', async () => {
    const answers = await burst(100, (n) =>
      enter({ email: `linha${n}@loja.example`, password }, `2001:db8:0:7:${n.toString(16)}::1`),
    )
    expect(statusCounts(answers)).toEqual({ checked: 20, slowed: 80 })
    const other = await enter({ email: 'linha@loja.example', password }, '2001:db8:0:8::1')
    expect(other.status).toBe(401)
    // IPv4 as some sockets write it is the same address.
    for (let n = 0; n < 20; n += 1) await enter({ email: `v4${n}@loja.example`, password }, '198.51.100.7')
    expect((await enter({ email: 'v4@loja.example', password }, '::ffff:198.51.100.7')).status).toBe(429)
  })

  test('of the current password inside a session at most five are checked', async () => {
    const person = personOf(await enter({ email, password }))
    const answers = await burst(100, (n) =>
      app.call(
        person,
        account.changePassword,
        {
          body: { currentPassword: `Errada#Lua${n}`, newPassword: 'Girafa#Azul7' },
        },
        { headers: { 'x-forwarded-for': newAddress() } },
      ),
    )
    expect(statusCounts(answers).checked).toBeLessThanOrEqual(5)
    expect(checks).toBe(statusCounts(answers).checked)
  })

  test('of a code at sign-in at most five are checked, from however many addresses', async () => {
    await withSecondFactor()
    const answers = await burst(100, (n) =>
      enter({ email, password, code: String(100_000 + n) }, newAddress()),
    )
    expect(
      answers.filter(({ body }) => body.error === 'auth/second-factor-invalid').length,
    ).toBeLessThanOrEqual(5)
    expect(answers.every(({ status }) => status !== 200)).toBe(true)
  })

  test('of a code that confirms a second factor at most five are checked', async () => {
    const person = personOf(await enter({ email, password }))
    await app.call(person, account.startSecondFactor, { body: { password } })
    const answers = await burst(100, (n) =>
      app.call(person, account.confirmSecondFactor, { body: { code: String(100_000 + n) } }),
    )
    expect(statusCounts(answers).checked).toBeLessThanOrEqual(5)
  })

  test('of links at most twenty are looked up', async () => {
    const visitor = { headers: { 'x-forwarded-for': newAddress() } }
    const answers = await burst(100, () =>
      app.call(null, readLink, { body: { token: 'x'.repeat(43) } }, visitor),
    )
    expect(statusCounts(answers)).toEqual({ checked: 20, slowed: 80 })
  })
})

describe('codes of a second factor', () => {
  test('are counted apart: the right password does not start their counter again', async () => {
    const { person } = await withSecondFactor()
    const remove = (n: number) =>
      app.call(
        person,
        account.removeSecondFactor,
        { body: { password, code: String(200_000 + n) } },
        {
          headers: { 'x-forwarded-for': newAddress() },
        },
      )
    const errors = []
    for (let n = 0; n < 9; n += 1) errors.push((await remove(n)).body.error)
    expect(errors.filter((error) => error === 'auth/second-factor-invalid')).toHaveLength(5)
    expect(errors.slice(5)).toEqual(Array.from({ length: 4 }, () => 'rate-limit/exceeded'))
  })

  test('guessed in a session and at sign-in count together', async () => {
    const { person } = await withSecondFactor()
    for (let n = 0; n < 5; n += 1)
      await app.call(person, account.removeSecondFactor, { body: { password, code: String(200_000 + n) } })
    const elsewhere = await enter({ email, password, code: '123456' }, newAddress())
    expect(elsewhere.body.error).toBe('rate-limit/exceeded')
  })
})

describe('a right try', () => {
  test('is given back, so that it costs neither the account nor the address anything', async () => {
    const address = newAddress()
    for (let n = 0; n < 40; n += 1) expect((await enter({ email, password }, address)).status).toBe(200)
  })

  test('is possible again after a wait that doubles, and at once after a quiet hour', async () => {
    const address = newAddress()
    const start = Date.now()
    const at = (seconds: number) => app.setClock(new Date(start + seconds * 1_000))
    at(0)
    for (let n = 0; n < 5; n += 1) await enter({ email, password: 'Errada#Lua1' }, address)
    expect((await enter({ email, password }, address)).headers['retry-after']).toBe('15')
    at(15)
    expect((await enter({ email, password: 'Errada#Lua1' }, address)).status).toBe(401)
    expect((await enter({ email, password }, address)).headers['retry-after']).toBe('30')
    at(46)
    expect((await enter({ email, password }, address)).status).toBe(200)
    app.setClock(null)
  })

  test('is possible within a quarter of an hour when the wait began while the clock was a day ahead', async () => {
    const address = newAddress()
    const start = Date.now()
    const at = (seconds: number) => app.setClock(new Date(start + seconds * 1_000))
    at(86_400)
    for (let n = 0; n < 5; n += 1) await enter({ email, password: 'Errada#Lua1' }, address)
    at(0)
    await bringForwardTries(app.db, app.deps.now())
    expect((await enter({ email, password }, address)).headers['retry-after']).toBe('900')
    at(600)
    expect((await enter({ email, password }, address)).headers['retry-after']).toBe('300')
    at(900)
    expect((await enter({ email, password }, address)).status).toBe(200)
    app.setClock(null)
  })

  test('whose process died while the clock was a day ahead leaves its place free after half a minute', async () => {
    const start = Date.now()
    const key = `sign-in:strangers:${email}`
    await app.db
      .insertInto('sign_in_attempts')
      .values({
        key,
        failures: 3,
        in_flight: 3,
        in_flight_until: new Date(start + 86_400_000 + 30_000),
        updated_at: new Date(start + 86_400_000),
      })
      .execute()
    app.setClock(new Date(start))
    await bringForwardTries(app.db, app.deps.now())
    expect((await enter({ email, password })).status).toBe(429)
    app.setClock(new Date(start + 31_000))
    expect((await enter({ email, password })).status).toBe(200)
    app.setClock(null)
  })

  test('whose process died leaves its place free after half a minute', async () => {
    const hanging = Array.from({ length: 3 }, () => 0)
    const key = `sign-in:strangers:${email}`
    await app.db
      .insertInto('sign_in_attempts')
      .values({ key, failures: 3, in_flight: hanging.length, in_flight_until: new Date(Date.now() + 30_000) })
      .execute()
    expect((await enter({ email, password })).status).toBe(429)
    app.setClock(new Date(Date.now() + 31_000))
    expect((await enter({ email, password })).status).toBe(200)
    app.setClock(null)
  })
})

describe('while strangers guess', () => {
  const blockStrangers = () =>
    app.db
      .insertInto('sign_in_attempts')
      .values({
        key: `sign-in:strangers:${email}`,
        failures: 60,
        blocked_until: new Date(Date.now() + 600_000),
      })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ failures: 60, blocked_until: new Date(Date.now() + 600_000) }),
      )
      .execute()

  test('a known device signs in from any address; an unknown one waits, and its message names the way by mail', async () => {
    const device = deviceOf(await enter({ email, password }))
    await blockStrangers()
    const fresh = await enter({ email, password }, newAddress())
    expect([fresh.status, fresh.body.message]).toEqual([429, expect.stringContaining('Esqueci a senha')])
    expect((await enter({ email, password }, newAddress(), device)).status).toBe(200)
  })

  test('a device is known for the accounts signed in to on it, and an older cookie is worth nothing', async () => {
    const other = `${email}.br`
    await createUser(app.db, { email: other, name: 'Outra', password })
    const first = deviceOf(await enter({ email, password }))
    await blockStrangers()
    // The counter's computer: a second account, then the first again.
    const second = deviceOf(await enter({ email: other, password }, newAddress(), first))
    expect((await enter({ email, password }, newAddress(), first)).status).toBe(429)
    expect((await enter({ email, password }, newAddress(), second)).status).toBe(200)
    const strange = deviceOf(await enter({ email: other, password }, newAddress()))
    expect((await enter({ email, password }, newAddress(), strange)).status).toBe(429)
    expect((await enter({ email, password }, newAddress(), 'b-device=planted')).status).toBe(429)
    expect(uid).not.toBe('')
  })

  test('a known device has five guesses too', async () => {
    const device = deviceOf(await enter({ email, password }))
    const errors = []
    for (let n = 0; n < 7; n += 1)
      errors.push((await enter({ email, password: 'Errada#Lua1' }, newAddress(), device)).status)
    expect(errors).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})
