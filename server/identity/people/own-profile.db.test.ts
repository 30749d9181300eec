import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMyUser } from '../../../contract/identity/identity.ts'
import * as profile from '../../../contract/identity/profile.ts'
import { asUser } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { lastMail, mailCount } from '../../testing/mail.ts'

let app: TestApp
let ana: Person

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  ana = await app.addPerson('ana')
})
afterAll(() => app.close())

const mine = async () => (await app.call(ana, readMyUser, {})).data
const rename = (name: string, version: number) =>
  app.call(ana, profile.saveMyProfile, { body: { name, version } })
const start = (phone = '(11) 98765-4321', version = 1) =>
  app.call(ana, profile.startMyPhone, { body: { phone, version } })
const confirm = (code: string, as = ana) => app.call(as, profile.confirmMyPhone, { body: { code } })
const mailedCode = async (person = ana) =>
  /código (\d{3} \d{3})/.exec((await lastMail(app, `${person.uid}@balcao.example`))?.text ?? '')?.[1] ?? ''
const wrongCode = async () => ((await mailedCode()) === '000 000' ? '111111' : '000000')
const expiredCodes = () =>
  asUser(app.db, ana.uid, (tx) =>
    tx
      .updateTable('phone_codes')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute(),
  )

describe('the own name', () => {
  test('changes for every later call', async () => {
    expect((await rename('Ana Souza', 1)).data).toEqual({ name: 'Ana Souza', phoneNumber: null, version: 2 })
    expect(await mine()).toMatchObject({ name: 'Ana Souza', profileVersion: 2 })
  })

  test('saved on two devices at once: one wins, the other is shown what is there', async () => {
    const [a, b] = await Promise.all([rename('Ana Um', 1), rename('Ana Dois', 1)])
    const [won, lost] = a.status === 200 ? [a, b] : [b, a]
    expect([won.status, lost.status, lost.body.error]).toEqual([200, 409, 'user/stale-profile'])
    expect(lost.body.current).toEqual(won.data)
  })

  test.each([
    '',
    ' ',
    'x',
    'a'.repeat(121),
    'Ana https://evil.example',
    'Ana\nSouza',
    'Ana\u202egnp.exe',
    'Ana\u0000',
  ])('%j is no name', async (name) => {
    expect((await rename(name, 1)).status).toBe(400)
    expect((await mine()).name).toBe('ana')
  })

  test('a signed-out caller changes nothing', async () => {
    const answer = await app.call(null, profile.saveMyProfile, { body: { name: 'Ana', version: 1 } })
    expect(answer.body.error).toBe('auth/missing-session')
  })
})

describe('the own phone number', () => {
  test('is there once the mailed code came back, and not before', async () => {
    const started = await start()
    expect(started.data).toMatchObject({ door: 'mail', sentTo: `${ana.uid}@balcao.example` })
    expect((await mine()).phoneNumber).toBeNull()
    expect((await confirm(await mailedCode())).data).toEqual({
      name: 'ana',
      phoneNumber: '+5511987654321',
      version: 2,
    })
    expect(await mine()).toMatchObject({ phoneNumber: '+5511987654321', profileVersion: 2 })
  })

  test('the mail names the last digits only', async () => {
    await start()
    const mail = await lastMail(app, `${ana.uid}@balcao.example`)
    expect(mail?.text).toContain('4321')
    expect(mail?.text).not.toContain('98765')
  })

  test('a code works once, also when it comes twice at once', async () => {
    await start()
    const code = await mailedCode()
    const answers = await Promise.all([confirm(code), confirm(code), confirm(code)])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200))
      expect(answer.body.error).toBe('user/phone-code-gone')
  })

  test('five wrong codes end it, also when fifty come at once', async () => {
    await start()
    const wrong = await wrongCode()
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(wrong)))
    const errors = answers.map((answer) => answer.body.error)
    expect(errors.filter((error) => error === 'user/phone-code-wrong')).toHaveLength(5)
    expect((await confirm(await mailedCode())).body.error).toBe('user/phone-code-gone')
    expect((await mine()).phoneNumber).toBeNull()
  })

  test('a code ends after ten minutes and by the next one', async () => {
    await start()
    const first = await mailedCode()
    await start('(11) 91234-5678')
    const next = await mailedCode()
    if (first !== next) expect((await confirm(first)).body.error).toBe('user/phone-code-wrong')
    await expiredCodes()
    expect((await confirm(next)).body.error).toBe('user/phone-code-gone')
  })

  test('another person’s code is of no use', async () => {
    await start()
    const code = await mailedCode()
    const other = await app.addPerson('bia')
    expect((await confirm(code, other)).body.error).toBe('user/phone-code-gone')
    expect((await confirm(code)).status).toBe(200)
  })

  test('asking again and again is held back', async () => {
    for (let turn = 0; turn < 5; turn += 1) expect((await start()).status).toBe(200)
    const held = await start()
    expect([held.status, held.body.error]).toEqual([429, 'rate-limit/exceeded'])
    expect(await mailCount(app, `${ana.uid}@balcao.example`)).toBe(5)
  })

  test('asked for with a stale version: the current value is shown, and no code leaves', async () => {
    await rename('Ana Nova', 1)
    const stale = await start(undefined, 1)
    expect([stale.status, stale.body.current]).toEqual([
      409,
      { name: 'Ana Nova', phoneNumber: null, version: 2 },
    ])
    expect(await mailCount(app, `${ana.uid}@balcao.example`)).toBe(0)
  })

  test('the number that is there already needs no code, and can be removed', async () => {
    await start()
    await confirm(await mailedCode())
    expect((await start(undefined, 2)).body.error).toBe('user/phone-unchanged')
    const removed = await app.call(ana, profile.removeMyPhone, {})
    expect(removed.data).toEqual({ name: 'ana', phoneNumber: null, version: 3 })
    expect((await app.call(ana, profile.removeMyPhone, {})).data.version).toBe(3)
    expect((await mine()).phoneNumber).toBeNull()
  })

  test.each(['', '123', '(11) 8765-432', '+1 212 555 0100', 'x'.repeat(500)])(
    '%j is no number',
    async (phone) => {
      const answer = await start(phone)
      expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, 'phone'])
    },
  )

  test.each(['', '12345', '1234567', 'abcdef', '12 34 56'])('%j is no code', async (code) => {
    expect((await confirm(code)).body.details?.[0]?.path).toBe('code')
  })
})
