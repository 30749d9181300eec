import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createAccount,
  readLink,
  redeemLink,
  requestPasswordReset,
} from '../../../contract/identity/links.ts'
import { getCustomToken, readMyUser, sessionLogin, signIn } from '../../../contract/identity/identity.ts'
import { readMailbox } from '../../../contract/mail/mailbox.ts'
import { startFreeTier } from '../../../contract/stores/stores.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { lastMail, mailCount } from '../../testing/mail.ts'
import { createUser } from '../identity.ts'

let app: TestApp
const email = 'dona@loja.example'
const password = 'Segura#Lua26'
const origin = 'https://painel.example'

beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: origin, TRUST_PROXY: '1' })
  await createUser(app.db, { email, name: 'Dona', password })
})
afterAll(() => app.close())

let visitors = 0
/** Each attempt from its own address, so that only the tested throttle applies. */
const from = () => ({ headers: { 'x-forwarded-for': `10.0.0.${(visitors += 1)}` } })
const reset = (to = email, visitor = from()) =>
  app.call(
    null,
    requestPasswordReset,
    { body: { email: to, continueUrl: `${origin}/reports/daily` } },
    visitor,
  )
const enter = (address: string, secret: string) =>
  app.call(null, signIn, { body: { email: address, password: secret } })

describe('a new account', () => {
  test('starts with a mail, is completed with a password, and creates a store on the free tier', async () => {
    const address = 'nova@loja.example'
    const asked = await app.call(null, createAccount, { body: { email: address, name: 'Nova Dona' } })
    expect(asked.data).toEqual({ sent: true })
    const token = (await lastMail(app, address))?.token ?? ''
    expect((await app.call(null, readLink, { body: { token } })).data).toMatchObject({
      kind: 'sign-up',
      name: 'Nova Dona',
      needsPassword: true,
    })
    expect((await app.call(null, redeemLink, { body: { token, password: 'Girafa#Azul7' } })).status).toBe(200)
    const signedIn = await enter(address, 'Girafa#Azul7')
    const person = { uid: signedIn.data.uid, sessionId: '', token: signedIn.data.idToken }
    const body = {
      name: 'Açaí & Cia. da Nova',
      phone: '(92) 98765-4321',
      document: '11.222.333/0001-81',
      address: {
        street: 'Rua das Acácias',
        number: '10',
        district: 'Centro',
        city: 'Manaus',
        state: 'AM' as const,
        zipCode: '69005-000',
      },
    }
    const [store, twin] = [
      await app.call(person, startFreeTier, { body }),
      await app.call(person, startFreeTier, { body }),
    ]
    expect(store.data).toMatchObject({
      menuSlug: 'acai-cia-da-nova',
      role: 'owner',
      phone: '+5592987654321',
      address: { timezone: 'America/Manaus', zipCode: '69005000' },
    })
    expect(twin.data.menuSlug).toBe('acai-cia-da-nova-2')
    const taken = await app.call(person, startFreeTier, { body: { ...body, menuSlug: 'acai-cia-da-nova' } })
    expect(taken.body.error).toBe('store/slug-taken')
    const wrong = await app.call(person, startFreeTier, {
      body: { ...body, document: '11.222.333/0001-82', phone: '123' },
    })
    expect(wrong.body.details?.map((detail) => detail.path).toSorted()).toEqual(['document', 'phone'])
  })

  test('for an existing address returns the same reply; only the mail differs', async () => {
    const known = await app.call(null, createAccount, { body: { email, name: 'Alguém' } })
    const unknown = await app.call(null, createAccount, { body: { email: 'a1@b.example', name: 'Alguém' } })
    expect([known.status, known.data]).toEqual([unknown.status, unknown.data])
    expect((await lastMail(app, email))?.subject).toBe('Você já tem uma conta no Balcão')
    expect((await lastMail(app, email))?.token).toBe('')
  })

  test.each([
    'Parabens! Voce ganhou: https://evil.example/premio',
    'www.evil.example',
    'WWW.evil.example',
    'ftp://evil.example',
    'Ana\r\nBcc: x@y.example',
    'Ana\u2028Souza',
    'Ana\u202egnp.exe',
    'Ana\u0007',
  ])('named %j is rejected with its field, and no mail leaves', async (name) => {
    const asked = await app.call(null, createAccount, { body: { email: 'alvo@b.example', name } }, from())
    expect([asked.status, asked.body.details?.[0]?.path]).toEqual([400, 'name'])
    expect(await mailCount(app, 'alvo@b.example')).toBe(0)
  })

  test('a stored name becomes neither a link nor markup in a mail', async () => {
    const address = 'm@b.example'
    const name = 'premio.evil.example/x https://evil.example <b>\r\nBcc: x@y.example'
    await createUser(app.db, { email: address, name, password })
    await reset(address)
    const mail = await lastMail(app, address)
    expect(mail?.html).not.toContain('<b>')
    const words = `${mail?.subject} ${mail?.text}`.split(origin).join('')
    expect(words).not.toMatch(/evil\.example|:\/\/|x@y/)
    expect(mail?.text).not.toMatch(/^Bcc/m)
  })
})

describe('a forgotten password', () => {
  test('is replaced by the link, once; every session ends and the person is notified by mail', async () => {
    const before = await enter(email, password)
    const login = await app.call(null, sessionLogin, { body: { idToken: before.data.idToken } })
    await reset()
    const mail = await lastMail(app, email)
    const token = mail?.token ?? ''
    expect(mail?.text).toContain(`${origin}/reset-password#`)
    expect((await app.call(null, readLink, { body: { token } })).data).toMatchObject({
      kind: 'reset',
      continueUrl: `${origin}/reports/daily`,
    })
    const done = await app.call(null, redeemLink, { body: { token, password: 'Outra#Lua27' } })
    expect(done.data).toEqual({ email, continueUrl: `${origin}/reports/daily` })
    const again = await app.call(null, redeemLink, { body: { token, password: 'Mais#Outra28' } })
    expect(again.body.error).toBe('auth/link-invalid')
    const old = { uid: before.data.uid, sessionId: '', token: before.data.idToken }
    expect((await app.call(old, readMyUser, {})).body.error).toBe('auth/id-token-revoked')
    expect(
      (await app.call(null, getCustomToken, { body: { sessionCookie: login.data.sessionCookie } })).body
        .error,
    ).toBe('auth/id-token-revoked')
    expect((await enter(email, password)).status).toBe(401)
    expect((await enter(email, 'Outra#Lua27')).status).toBe(200)
    expect((await lastMail(app, email))?.subject).toBe('A senha da sua conta no Balcão mudou')
  })

  test('for an unknown address returns the same reply, and no mail is sent', async () => {
    expect((await reset('ninguem@loja.example')).data).toEqual({ sent: true })
    expect(await mailCount(app, 'ninguem@loja.example')).toBe(0)
  })

  test('has a link for one hour; a newer one leaves the older valid, and a used one ends them all', async () => {
    const address = 'links@loja.example'
    await createUser(app.db, { email: address, name: 'Links', password })
    const start = Date.now()
    const at = (minutes: number) => app.setClock(new Date(start + minutes * 60_000))
    const open = (token: string) => app.call(null, readLink, { body: { token } }, from())
    await reset(address)
    const first = (await lastMail(app, address))?.token ?? ''
    at(6)
    await reset(address)
    const second = (await lastMail(app, address))?.token ?? ''
    expect(first).not.toBe(second)
    expect([(await open(first)).status, (await open(second)).status]).toEqual([200, 200])
    await app.call(null, redeemLink, { body: { token: first, password: 'Outra#Lua27' } }, from())
    expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 404])
    at(7)
    await reset(address)
    const third = (await lastMail(app, address))?.token ?? ''
    at(68)
    expect((await open(third)).body.error).toBe('auth/link-invalid')
    app.setClock(null)
  })

  test('requested again within minutes, by anyone, sends no second mail and leaves the first link alone', async () => {
    const address = 'bombardeada@loja.example'
    await createUser(app.db, { email: address, name: 'Calma', password })
    const start = Date.now()
    await reset(address)
    const { token = '' } = (await lastMail(app, address)) ?? {}
    const answers = await Promise.all(Array.from({ length: 60 }, () => reset(address)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await mailCount(app, address)).toBe(1)
    expect((await app.call(null, readLink, { body: { token } }, from())).status).toBe(200)
    // All day long, from ever new addresses: few mails, and there is always a link in the mailbox that works.
    let newest = token
    for (let minutes = 1; minutes <= 600; minutes += 3) {
      app.setClock(new Date(start + minutes * 60_000))
      expect((await reset(address)).status).toBe(200)
      newest = (await lastMail(app, address))?.token ?? ''
      expect((await app.call(null, readLink, { body: { token: newest } }, from())).status).toBe(200)
    }
    expect(await mailCount(app, address)).toBeLessThanOrEqual(25)
    expect(
      (await app.call(null, redeemLink, { body: { token: newest, password: 'Outra#Lua27' } })).status,
    ).toBe(200)
    app.setClock(null)
  })

  test('the same holds for sign-ups, of known and unknown addresses', async () => {
    const known = 'conhecida@loja.example'
    await createUser(app.db, { email: known, name: 'Conhecida', password })
    for (const address of [known, 'desconhecida@loja.example']) {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          app.call(null, createAccount, { body: { email: address, name: 'Alguém' } }, from()),
        ),
      )
      expect(await mailCount(app, address)).toBe(1)
    }
  })

  test('its link lets a new device in while strangers hold the account back', async () => {
    const address = 'sitiada@loja.example'
    await createUser(app.db, { email: address, name: 'Sitiada', password })
    await app.db
      .insertInto('sign_in_attempts')
      .values({
        key: `sign-in:strangers:${address}`,
        failures: 60,
        blocked_until: new Date(Date.now() + 600_000),
      })
      .execute()
    expect((await enter(address, password)).status).toBe(429)
    await reset(address)
    const token = (await lastMail(app, address))?.token ?? ''
    const done = await app.call(null, redeemLink, { body: { token, password: 'Outra#Lua27' } }, from())
    const cookie = String([done.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const inside = await app.call(
      null,
      signIn,
      { body: { email: address, password: 'Outra#Lua27' } },
      { headers: { cookie, ...from().headers } },
    )
    expect(inside.status).toBe(200)
  })

  test('of ten concurrent uses of a link one succeeds', async () => {
    app.setClock(new Date(Date.now() + 2 * 3_600_000))
    await reset()
    const token = (await lastMail(app, email))?.token ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        app.call(null, redeemLink, { body: { token, password: `Corrida#Lua${index}9` } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    app.setClock(null)
  })

  test('requested too often is throttled, per address and origin', async () => {
    const [one, another] = [from(), from()]
    const statuses = []
    for (let tries = 0; tries < 8; tries += 1) statuses.push((await reset('cheia@loja.example', one)).status)
    expect(statuses).toContain(429)
    expect(statuses[0]).toBe(200)
    expect((await reset('cheia@loja.example', another)).status).toBe(200)
  })
})

describe('a new password', () => {
  test.each([
    ['curta', 'Ab#1'],
    ['sem maiúscula', 'girafa#azul7'],
    ['sem minúscula', 'GIRAFA#AZUL7'],
    ['sem número', 'Girafa#Azul'],
    ['sem símbolo', 'GirafaAzul7'],
    ['longa demais', `Aa1#${'x'.repeat(4_093)}`],
  ])('%s is rejected with the missing rule named', async (_why, secret) => {
    const refused = await app.call(null, redeemLink, {
      body: { token: 'x'.repeat(43), password: secret },
    })
    expect([refused.status, refused.body.error]).toEqual([400, 'validation/invalid'])
    expect(refused.body.details?.[0]?.path).toBe('password')
  })
})

describe('the development mailbox', () => {
  const read = (headers: Record<string, string> = {}, person: Person | null = null) =>
    app.call(person, readMailbox, {}, { headers })

  test('does not exist if mails are sent by SMTP', async () => {
    expect((await read()).status).toBe(200)
    const real = await testApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.example' })
    expect((await real.call(null, readMailbox, {})).body.error).toBe('route/not-found')
    await real.close()
  })

  test('answers only under the panel’s own names, so that no foreign name can lead to it', async () => {
    for (const host of ['rebind.evil.example', 'localhost.evil.example', '192.168.0.9:3000'])
      for (const forwarded of [host, 'localhost'])
        expect((await read({ host, 'x-forwarded-host': forwarded })).status, host).toBe(404)
    for (const host of ['localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'painel.example'])
      expect((await read({ host })).status, host).toBe(200)
  })

  test('answers a neighbour on the network only when signed in', async () => {
    const neighbour = { 'x-forwarded-for': '192.168.0.7' }
    expect((await read(neighbour)).status).toBe(404)
    expect((await read(neighbour, await app.addPerson('dona'))).status).toBe(200)
    const forged = { uid: 'x', sessionId: '', token: 'forged' }
    expect((await read(neighbour, forged)).status).toBe(404)
  })
})
