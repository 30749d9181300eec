import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoleName } from '../../../contract/shared/access.ts'
import { readDailyReport } from '../../../contract/reports/daily.ts'
import { previewReportMail, readReportMails, saveReportMails } from '../../../contract/reports/mails.ts'
import { netCents } from '../../../contract/reports/metrics/metrics.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { moneyText } from '../../../contract/shared/money.ts'
import { dueOf, sendReportMails } from './send-report-mails.ts'

let app: TestApp
let storeId: string

const at = (day: string, time: string) => new Date(`${day}T${time}-03:00`)

beforeAll(async () => {
  app = await testApp()
  storeId = await app.addStore({ name: 'Sabor da Vila' })
  await app.addPerson('Dona', { [storeId]: 'owner' })
})
afterAll(() => app.close())

/** Signs in at the current test time, because the test spans more days than a session. */
const signedIn = (role: RoleName) => app.addPerson(role, { [storeId]: role })

const mails = async () =>
  app.db
    .selectFrom('mail_messages')
    .select(['recipient', 'subject', 'text_body'])
    .orderBy('created_at')
    .execute()

async function sell(day: string, time: string): Promise<void> {
  const id = uuidv7()
  await app.deps.intake.take(simpleOrder(storeId, id, id, { created_at: at(day, time).toISOString() }))
}

test('after the business day each owner gets one mail, whatever the number of workers', async () => {
  app.setClock(at('2026-11-18', '20:00:00'))
  expect(await sendReportMails(app.deps, [storeId])).toBe(0)
  await sell('2026-11-18', '19:30:00')
  await sell('2026-11-19', '01:10:00')
  app.setClock(at('2026-11-19', '04:05:00'))
  expect(await sendReportMails(app.deps, [storeId])).toBe(0)
  app.setClock(at('2026-11-19', '04:15:00'))
  const sent = await Promise.all(Array.from({ length: 6 }, () => sendReportMails(app.deps, [storeId])))
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(1)
  const [mail] = await mails()
  const reader = await signedIn('manager')
  const page = await app.call(reader, readDailyReport, { query: { selection: storeId, day: '2026-11-18' } })
  expect(page.data.totals.received).toBe(2)
  expect(mail?.subject).toBe('Sabor da Vila: quarta, 18 de novembro')
  expect(mail?.text_body).toContain(moneyText(netCents(page.data.totals)))
  expect(mail?.text_body).toContain('/reports/daily?day=2026-11-18')
})

test('after an outage the missed days are sent, oldest first, without days that have no orders', async () => {
  await sell('2026-11-19', '12:00:00')
  await sell('2026-11-21', '12:00:00')
  app.setClock(at('2026-11-22', '10:00:00'))
  expect(await sendReportMails(app.deps, [storeId])).toBe(2)
  expect(await sendReportMails(app.deps, [storeId])).toBe(0)
  expect((await mails()).map((mail) => mail.subject).slice(1)).toEqual([
    'Sabor da Vila: quinta, 19 de novembro',
    'Sabor da Vila: sábado, 21 de novembro',
  ])
})

test('the weekly mail is sent after Sunday and contains the sum of its days', async () => {
  await sell('2026-11-22', '12:00:00')
  app.setClock(at('2026-11-23', '08:00:00'))
  expect(await sendReportMails(app.deps, [storeId])).toBe(2)
  const week = (await mails()).find((mail) => mail.subject.includes('semana de'))
  expect(week?.subject).toBe('Sabor da Vila: semana de 16 a 22 de novembro')
  const reader = await signedIn('manager')
  const days = await Promise.all(
    ['16', '17', '18', '19', '20', '21', '22'].map((day) =>
      app.call(reader, readDailyReport, { query: { selection: storeId, day: `2026-11-${day}` } }),
    ),
  )
  const net = days.reduce((sum, day) => sum + netCents(day.data.totals), 0)
  expect(week?.text_body).toContain(moneyText(net))
})

test('a manager chooses their own mails; a lower role, another store and a stale version are rejected', async () => {
  const manager = await signedIn('manager')
  const asked = await app.call(manager, readReportMails, { query: { selection: storeId } })
  expect(asked.data.choices).toEqual([{ storeId, daily: false, weekly: false, firstSteps: true, version: 0 }])
  const body = { daily: true, weekly: false, version: 0 }
  const racing = await Promise.all(
    [1, 2].map(() => app.call(manager, saveReportMails, { body }, { storeId })),
  )
  expect(racing.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(racing.find((answer) => answer.status === 409)?.body.current).toMatchObject({
    daily: true,
    version: 1,
  })
  expect((await app.call(await signedIn('basic'), saveReportMails, { body }, { storeId })).status).toBe(403)
  const foreign = await app.addStore()
  expect((await app.call(manager, saveReportMails, { body }, { storeId: foreign })).status).toBe(404)
})

test('mails go to people who chose them, not to those who lost the store or switched them off', async () => {
  const before = (await mails()).length
  const leaving = await signedIn('owner')
  const quiet = await signedIn('owner')
  await app.call(quiet, saveReportMails, { body: { daily: false, weekly: false, version: 0 } }, { storeId })
  await sell('2026-11-23', '12:00:00')
  await withStoreScope(app.db, [storeId], (tx) =>
    tx.deleteFrom('access_entries').where('store_id', '=', storeId).where('uid', '=', leaving.uid).execute(),
  )
  app.setClock(at('2026-11-24', '09:00:00'))
  await sendReportMails(app.deps, [storeId])
  const recipients = (await mails()).slice(before).map((mail) => mail.recipient.split('-')[0])
  expect(recipients.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual(['Dona', 'manager'])
})

test('the preview is yesterday’s mail', async () => {
  const manager = await signedIn('manager')
  const preview = await app.call(manager, previewReportMail, { query: { kind: 'daily' } }, { storeId })
  expect(preview.data).toMatchObject({ day: '2026-11-23', subject: 'Sabor da Vila: segunda, 23 de novembro' })
  expect(preview.data.tables[0]?.rows[0]?.label).toBe('Faturamento líquido')
})

test('nobody gets mails about days before their choice or more than a week ago', () => {
  expect(
    dueOf({ daily: true, weekly: false, since: '2026-11-20' }, '2026-11-22').map(({ day }) => day),
  ).toEqual(['2026-11-20', '2026-11-21'])
  expect(dueOf({ daily: true, weekly: true, since: '2026-01-01' }, '2026-11-24')).toHaveLength(8)
})
