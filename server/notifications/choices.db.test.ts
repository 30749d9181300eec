import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../contract/notifications/choices.ts'
import * as push from '../../contract/notifications/push.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import { effects } from '../outbox/effects.ts'
import { mailCount, lastMail } from '../testing/mail.ts'
import { tellWaiting } from '../testing/tell-waiting.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { keepTroubles, sendNoticeMail, tell } from './notifications.ts'

let app: TestApp
let store: string
let person: Person
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://painel.example' })
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.addStore({ name: 'Brasa' })
  person = await app.addPerson('gerente', { [store]: 'manager' })
})

const read = async (who = person) => (await app.call(who, contract.readNoticeChoices, {})).data
const save = (change: Partial<contract.ChosenNotices>, version: number, who = person) =>
  read(who).then(({ choices, quiet }) =>
    app.call(who, contract.saveNoticeChoices, { body: { choices, quiet, ...pick(change), version } }),
  )
const pick = ({ choices, quiet }: Partial<contract.ChosenNotices>) => ({
  ...(choices ? { choices } : {}),
  ...(quiet === undefined ? {} : { quiet }),
})
async function choose(
  event: contract.NoticeEvent,
  channels: contract.NoticeChannel[],
  quiet: contract.QuietHours = null,
) {
  const { choices, version } = await read()
  const saved = await save({ choices: { ...choices, [event]: channels }, quiet }, version)
  expect(saved.status).toBe(200)
}
const addDevice = (who = person, events: push.PushEvent[] = [...push.pushEvents]) =>
  asUser(app.db, who.uid, (tx) =>
    tx
      .insertInto('push_devices')
      .values({
        uid: who.uid,
        id: randomUUID(),
        session_id: who.sessionId,
        endpoint: `https://fcm.googleapis.com/${randomUUID()}`,
        p256dh: '',
        auth: '',
        name: 'Chrome',
        events,
        store_ids: null,
        created_at: new Date(),
      })
      .execute(),
  )
const news = (event: push.PushEvent, minutes: number | null = null) => ({
  event,
  orderId: randomUUID(),
  displayId: '12',
  minutes,
})
/** Tells, and answers what left by which way. */
async function told(event: push.PushEvent, at = new Date()): Promise<string[]> {
  await withStoreScope(app.db, [store], (tx) => tell(tx, store, news(event), at))
  await tellWaiting(app.deps, store, at)
  return withStoreScope(app.db, [store], async (tx) => {
    const rows = await tx.deleteFrom('outbox').where('store_id', '=', store).returning('kind').execute()
    return rows.map(({ kind }) => kind).toSorted()
  })
}

describe('a version that does not know the alerts of the shift', () => {
  test('saves the other choices and leaves this one as it was', async () => {
    await choose('unusual-shift', ['mail'])
    const { choices, version } = await read()
    const { 'unusual-shift': _unknown, ...former } = choices
    const saved = await app.call(person, contract.saveNoticeChoices, {
      body: { choices: { ...former, dispute: [] }, quiet: null, version },
    })
    expect(saved.data.choices).toMatchObject({ dispute: [], 'unusual-shift': ['mail'] })
  })

  test('registered a device that follows all it knew, so it follows this too; one that left something out does not', async () => {
    await addDevice(person, [...push.firstPushEvents])
    expect(await told('unusual-shift')).toEqual(['push'])
    const devices = (await app.call(person, push.readPushDevices, {})).data.devices
    expect(devices[0]?.events).toEqual([...push.pushEvents])
    const other = await app.addPerson('outro', { [store]: 'manager' })
    await addDevice(other, ['dispute'])
    expect(await told('unusual-shift')).toEqual(['push'])
  })
})

describe('what a person chooses', () => {
  test('never chosen: the usual channels, no quiet hours, version 0', async () => {
    const { choices, quiet, version, email } = await read()
    expect([quiet, version, email]).toEqual([null, 0, `${person.uid}@balcao.example`])
    expect(choices.escalation).toEqual(['screen', 'push', 'mail'])
  })

  test('a choice is kept, for this person only', async () => {
    const other = await app.addPerson('outra', { [store]: 'manager' })
    await choose('dispute', ['mail'], { from: '23:00', to: '08:00' })
    expect(await read()).toMatchObject({ version: 1, quiet: { from: '23:00', to: '08:00' } })
    expect((await read()).choices.dispute).toEqual(['mail'])
    expect((await read(other)).version).toBe(0)
  })

  test('nobody signed out reads or saves', async () => {
    const { choices, quiet } = await read()
    const answers = await Promise.all([
      app.call(null, contract.readNoticeChoices, {}),
      app.call(null, contract.saveNoticeChoices, { body: { choices, quiet, version: 0 } }),
      app.call(null, contract.testNoticeMail, {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  test('a critical event keeps at least one channel', async () => {
    const { choices } = await read()
    const refused = await save({ choices: { ...choices, 'printer-silent': [] } }, 0)
    expect([refused.status, refused.body.error]).toEqual([422, 'notifications/critical-silent'])
    const odd = await save({ choices: { ...choices, late: ['mail'] } }, 0)
    expect([odd.status, odd.body.error]).toEqual([422, 'notifications/not-offered'])
    expect((await read()).version).toBe(0)
  })

  test.each([0, 1])(
    'two devices that save version %i at once: one wins, the other sees what is kept',
    async (version) => {
      if (version === 1) await choose('dispute', ['push'])
      const answers = await Promise.all([
        save({ quiet: { from: '22:00', to: '06:00' } }, version),
        save({ quiet: { from: '21:00', to: '06:00' } }, version),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const stale = answers.find(({ status }) => status === 409)
      expect(stale?.body.error).toBe('notifications/stale')
      expect((await read()).version).toBe(version + 1)
    },
  )
})

describe('stored choices that this version does not know', () => {
  const keep = (choices: string) =>
    asUser(app.db, person.uid, (tx) =>
      tx
        .insertInto('notification_choices')
        .values({ uid: person.uid, choices, saved_at: new Date() })
        .execute(),
    )

  test.each(['{"cancelled": 7}', '{"cancelled": ["drone"], "expiring": ["drone"]}'])(
    '%s count as never chosen: colleagues are notified, and so is the person',
    async (choices) => {
      const colleague = await app.addPerson('colega', { [store]: 'manager' })
      await addDevice(colleague)
      await addDevice()
      await keep(choices)
      expect(await told('cancelled')).toEqual(['push', 'push'])
      expect(await told('expiring')).toEqual(['push', 'push'])
      const kept = await read()
      expect(kept.choices.cancelled).toEqual(['screen', 'sound', 'push'])
      const saved = await save({ choices: { ...kept.choices, cancelled: ['mail'] } }, kept.version)
      expect([saved.status, (await read()).choices.cancelled]).toEqual([200, ['mail']])
    },
  )
})

describe('the one place that tells', () => {
  test('a device and a mail are notified only of what was chosen for them', async () => {
    await addDevice()
    expect(await told('cancelled')).toEqual(['push'])
    await choose('cancelled', ['mail'])
    expect(await told('cancelled')).toEqual(['notice-mail'])
    await choose('cancelled', [])
    expect(await told('cancelled')).toEqual([])
  })

  test('in the quiet hours of the store only what is critical rings', async () => {
    await addDevice()
    const night = new Date('2026-11-24T05:00:00Z')
    await choose('cancelled', ['push', 'mail'], { from: '22:00', to: '07:00' })
    expect(await told('cancelled', night)).toEqual(['notice-mail'])
    expect(await told('expiring', night)).toEqual(['push'])
    expect(await told('cancelled', new Date('2026-11-24T15:00:00Z'))).toEqual(['notice-mail', 'push'])
  })

  test('a notice by mail says the store and leads to it, once in ten minutes', async () => {
    await choose('cancelled', ['mail'])
    const id = randomUUID()
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .insertInto('store_troubles')
        .values({ store_id: store, kind: 'printer-silent', key: 'p', id, since: new Date() })
        .execute(),
    )
    const about = { event: 'printer-silent', orderId: id, displayId: 'Cozinha', minutes: 4 } as const
    const payload = effects['notice-mail'].parse({ about, uids: [person.uid] })
    await sendNoticeMail(app.deps, store, payload)
    await sendNoticeMail(app.deps, store, payload)
    const address = `${person.uid}@balcao.example`
    expect(await mailCount(app, address)).toBe(1)
    const mail = await lastMail(app, address)
    expect(mail?.subject).toBe('Impressora sem resposta em Brasa')
    expect(mail?.text).toContain('Brasa: Cozinha não responde há 4\u00a0min.')
    expect(mail?.text).toContain(`https://painel.example/settings?tab=printing&store=${store}`)
  })

  test('who lost the store gets no mail that was on its way', async () => {
    const id = randomUUID()
    await withStoreScope(app.db, [store], async (tx) => {
      await tx
        .insertInto('store_troubles')
        .values({ store_id: store, kind: 'printer-silent', key: 'p', id, since: new Date() })
        .execute()
      await tx
        .deleteFrom('access_entries')
        .where('store_id', '=', store)
        .where('uid', '=', person.uid)
        .execute()
    })
    const about = { event: 'printer-silent', orderId: id, displayId: 'Cozinha', minutes: 4 } as const
    await sendNoticeMail(app.deps, store, { about, uids: [person.uid] })
    expect(await mailCount(app, `${person.uid}@balcao.example`)).toBe(0)
  })
})

describe('a trouble of a store', () => {
  const kept = (present: string[], minute: number) =>
    withStoreScope(app.db, [store], async (tx) => {
      await keepTroubles(tx, store, {
        kind: 'printer-silent',
        now: new Date(Date.parse('2026-11-24T15:00:00Z') + minute * 60_000),
        present: present.map((key) => ({ key, name: `Impressora ${key}` })),
      })
      const rows = await tx.deleteFrom('outbox').where('store_id', '=', store).returning('payload').execute()
      return rows.map(({ payload }) => payload)
    })

  test('is notified once, after three minutes, and again only after it was over', async () => {
    await addDevice()
    expect(await kept(['a'], 0)).toEqual([])
    expect(await kept(['a'], 2)).toEqual([])
    expect(await kept(['a'], 3)).toMatchObject([
      { event: 'printer-silent', displayId: 'Impressora a', minutes: 3 },
    ])
    expect(await kept(['a'], 9)).toEqual([])
    expect(await kept([], 10)).toEqual([])
    expect(await kept(['a'], 11)).toEqual([])
    expect(await kept(['a'], 14)).toHaveLength(1)
  })

  test('that is gone within three minutes is not told', async () => {
    await addDevice()
    await kept(['a'], 0)
    await kept([], 1)
    expect(await kept(['a', 'b'], 4)).toEqual([])
  })
})

test('the test mail goes to the own address, five times in a row at most', async () => {
  const answers = []
  for (let turn = 0; turn < 6; turn += 1) answers.push(await app.call(person, contract.testNoticeMail, {}))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(answers[0]?.data).toEqual({ sentTo: `${person.uid}@balcao.example` })
  expect((await lastMail(app, `${person.uid}@balcao.example`))?.subject).toBe('Aviso de teste do Balcão')
})
