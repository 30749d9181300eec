import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveReportMails } from '../../contract/reports/mails.ts'
import { suggestedWeek } from '../../contract/stores/house-kinds.ts'
import { readStore, startFreeTier } from '../../contract/stores/stores.ts'
import { stepKeys, type StepKey } from '../../contract/onboarding/steps.ts'
import {
  checkUsage,
  readUsage,
  saveMenuReady,
  saveSelfMadeMenu,
  updateChecklist,
} from '../../contract/onboarding/usage.ts'
import { withStoreScope } from '../db/scope.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { sendFirstStepsMail } from './onboarding.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const address = {
  street: 'Rua das Acácias',
  number: '10',
  district: 'Centro',
  city: 'Manaus',
  state: 'AM',
  zipCode: '69005-010',
} as const

/** A store that its owner has just opened in the panel. */
async function started(more: Record<string, unknown> = {}) {
  const owner = await app.addPerson('Dona')
  const answer = await app.call(owner, startFreeTier, {
    body: { name: 'Cantina da Ana', phone: '(92) 98765-4321', address, ...more },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { owner, store: answer.data.id, data: answer.data }
}

const usage = async (person: Person, storeId: string) =>
  (await app.call(person, readUsage, {}, { storeId })).data
const doneSteps = async (person: Person, storeId: string) =>
  (await usage(person, storeId)).steps.filter(({ done }) => done).map(({ key }) => key)
const skip = (person: Person, storeId: string, key: StepKey, note = 'Fica para depois') =>
  app.call(person, updateChecklist, { body: { key, action: 'skip', note } }, { storeId })
const inStore = <T>(storeId: string, work: Parameters<typeof withStoreScope<T>>[2]) =>
  withStoreScope(app.db, [storeId], work)
const sell = (storeId: string, status: 'placed' | 'cancelled' = 'placed') =>
  takeOrders(app.db, [
    simpleOrder(storeId, uuidv7(), randomUUID(), {
      status,
      cancelled_from: status === 'cancelled' ? 'placed' : null,
      created_at: app.deps.now().toISOString(),
    }),
  ])

test('a new pizzeria starts with its hours, times, zone and services, and all of it can be changed', async () => {
  const { data, owner, store } = await started({ house: 'pizzeria', services: ['DELIVERY', 'TAKEOUT'] })
  expect(data).toMatchObject({ active: true, starting: true, modulesOff: ['indoor'], role: 'owner' })
  expect(data.openingHours).toEqual(suggestedWeek('pizzeria'))
  expect(data.address.timezone).toBe('America/Manaus')
  expect(await usage(owner, store)).toMatchObject({ house: 'pizzeria', version: 1, finishedAt: null })
  expect(await doneSteps(owner, store)).toEqual(['hours', 'service'])
})

test('without a kind of house nothing is made up', async () => {
  const { data, owner, store } = await started()
  expect(data.openingHours).toEqual([])
  expect(data.modulesOff).toBeUndefined()
  expect(await doneSteps(owner, store)).toEqual(['service'])
})

test('each row that a step is about does the step, and its loss opens the step again', async () => {
  const { owner, store } = await started({ services: ['DELIVERY'] })
  expect(await doneSteps(owner, store)).toEqual([])
  const at = new Date()
  await inStore(store, async (tx) => {
    await tx
      .updateTable('stores')
      .set({ document: '12345678909', pix_key: 'ana@balcao.example', modules: '{}' })
      .where('id', '=', store)
      .execute()
    await tx
      .insertInto('menu_items')
      .values(
        [1, 2, 3, 4, 5].map((n) => ({
          store_id: store,
          id: uuidv7(),
          name: `Item ${n}`,
          product_key: `i${n}`,
          price_cents: 1_000,
        })),
      )
      .execute()
    const agent = uuidv7()
    await tx
      .insertInto('print_agents')
      .values({ store_id: store, id: agent, name: 'Caixa', paired_at: at })
      .execute()
    await tx
      .insertInto('printers')
      .values({
        store_id: store,
        id: uuidv7(),
        name: 'Cozinha',
        kind: 'usb',
        address: 'usb',
        agent_id: agent,
      })
      .execute()
    await sql`
      insert into invitations (store_id, id, link_id, email, role, invited_by, created_at, expires_at)
      values (${store}, ${uuidv7()}, ${uuidv7()}, 'x@balcao.example', 1, ${owner.uid}, now(), now() + interval '1 day')`.execute(
      tx,
    )
  })
  expect(await doneSteps(owner, store)).toEqual(['profile', 'service', 'menu', 'printer', 'payment', 'team'])
  await inStore(store, (tx) =>
    tx.deleteFrom('menu_items').where('store_id', '=', store).where('name', '=', 'Item 3').execute(),
  )
  expect(await doneSteps(owner, store)).not.toContain('menu')
})

test('a step is skipped with a note by one of two at once, and comes back', async () => {
  const { owner, store } = await started()
  const both = await Promise.all([skip(owner, store, 'channel', 'Só balcão'), skip(owner, store, 'channel')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.error).toBe('usage/step-skipped')
  const step = (await usage(owner, store)).steps.find(({ key }) => key === 'channel')
  expect(step).toMatchObject({ done: false, skipped: { by: 'Dona' } })
  const change = (action: 'note' | 'unskip', note?: string) =>
    app.call(
      owner,
      updateChecklist,
      { body: { key: 'channel', action, ...(note === undefined ? {} : { note }) } },
      { storeId: store },
    )
  expect((await change('note', 'Talvez em março')).status).toBe(200)
  expect((await change('unskip')).status).toBe(200)
  expect((await change('unskip')).body.error).toBe('usage/step-not-skipped')
  expect((await change('note', 'Nada')).body.error).toBe('usage/step-not-skipped')
})

test('no word makes a step done, a done step is not skipped, and a note is needed', async () => {
  const { owner, store } = await started({ house: 'bar' })
  expect((await skip(owner, store, 'hours')).body.error).toBe('usage/step-done')
  expect((await skip(owner, store, 'menu', '   ')).status).toBe(400)
  expect((await skip(owner, store, 'menu', 'x'.repeat(201))).status).toBe(400)
  const odd = await app.call(
    owner,
    updateChecklist,
    { body: { key: 'menu', action: 'done', note: 'Feito' } as never },
    { storeId: store },
  )
  expect(odd.status).toBe(400)
  expect(await doneSteps(owner, store)).not.toContain('menu')
})

test('a lower role and another store are refused by all five calls', async () => {
  const { store, basic, stranger } = await standardShop(app)
  const calls = [
    [readUsage, {}],
    [saveSelfMadeMenu, { body: { selfMadeMenu: true, version: 0 } }],
    [saveMenuReady, { body: { menuReady: false, version: 0 } }],
    [checkUsage, {}],
    [updateChecklist, { body: { key: 'menu', action: 'skip', note: 'Depois' } }],
  ] as const
  for (const [route, input] of calls) {
    const at = { storeId: store }
    expect((await app.call(basic, route as typeof checkUsage, input as never, at)).status, route.name).toBe(
      403,
    )
    expect(
      (await app.call(stranger, route as typeof checkUsage, input as never, at)).status,
      route.name,
    ).toBe(404)
  }
})

test('the menu is ready only when every item has a price, and the refusal names those that have none', async () => {
  const { owner, store } = await started()
  const ready = (version: number) =>
    app.call(owner, saveMenuReady, { body: { menuReady: true, version } }, { storeId: store })
  expect((await ready(1)).body).toMatchObject({ error: 'usage/menu-not-ready' })
  const item = uuidv7()
  await inStore(store, (tx) =>
    tx
      .insertInto('menu_items')
      .values({ store_id: store, id: item, name: 'Suco', product_key: 's', price_cents: 0 })
      .execute(),
  )
  expect((await ready(1)).body.message).toContain('“Suco”')
  const priced = async () => (await app.call(owner, readUsage, {}, { storeId: store })).data.pricedItems
  expect(await priced()).toBe(0)
  await inStore(store, (tx) =>
    tx.updateTable('menu_items').set({ price_cents: 900 }).where('id', '=', item).execute(),
  )
  expect(await priced()).toBe(1)
  const both = await Promise.all([ready(1), ready(1)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body.current).toMatchObject({
    menuReady: true,
    version: 2,
  })
})

test('of two people who say at once that the menu is self-made one wins, also in an older store', async () => {
  const { store, manager } = await standardShop(app)
  const save = () =>
    app.call(manager, saveSelfMadeMenu, { body: { selfMadeMenu: true, version: 0 } }, { storeId: store })
  const both = await Promise.all([save(), save()])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  // It was not opened in the panel: its steps are open, and neither began nor ended; nothing reminds of them.
  const { data: usage } = await app.call(manager, readUsage, {}, { storeId: store })
  expect(usage).toMatchObject({ startedAt: null, finishedAt: null, selfMadeMenu: true })
  expect(usage.steps.some(({ done }) => !done)).toBe(true)
  expect((await app.call(manager, checkUsage, { body: {} }, { storeId: store })).data.news).toEqual([])
  const { data } = await app.call(manager, readStore, { params: { storeId: store } })
  expect(data.starting).toBeUndefined()
})

test('the first real order is celebrated once for a store, and a cancelled one is not it', async () => {
  const { owner, store } = await started()
  const check = async () => (await app.call(owner, checkUsage, {}, { storeId: store })).data
  expect((await check()).news).toEqual(['service'])
  await sell(store, 'cancelled')
  expect((await check()).firstOrder).toBeNull()
  await sell(store)
  const both = await Promise.all([check(), check(), check()])
  expect(both.filter(({ firstOrder }) => firstOrder !== null)).toHaveLength(1)
  expect(both.flatMap(({ news }) => news)).toEqual(['first-order'])
  await sell(store)
  expect((await check()).firstOrder).toBeNull()
})

test('when every step is done or skipped the beginning is over', async () => {
  const { owner, store } = await started({ house: 'lunch' })
  await sell(store)
  const done = await doneSteps(owner, store)
  for (const key of stepKeys.filter((one) => !done.includes(one))) await skip(owner, store, key)
  const { data } = await app.call(owner, checkUsage, {}, { storeId: store })
  expect(data.usage.finishedAt).not.toBeNull()
  const after = await app.call(owner, readStore, { params: { storeId: store } })
  expect(after.data.starting).toBeUndefined()
})

const mails = () =>
  app.db
    .selectFrom('mail_messages')
    .select(['recipient', 'subject', 'text_body'])
    .orderBy('created_at')
    .execute()

test('after two days one mail names the one next step, once', async () => {
  const { owner, store } = await started({ house: 'lunch', document: '123.456.789-09' })
  const due = await inStore(store, (tx) =>
    tx
      .selectFrom('outbox')
      .select('due_at')
      .where('store_id', '=', store)
      .where('kind', '=', 'first-steps-mail')
      .execute(),
  )
  expect(due).toHaveLength(1)
  const hours = ((due[0]?.due_at.getTime() ?? 0) - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(48)
  const before = (await mails()).length
  await Promise.all([sendFirstStepsMail(app.deps, store), sendFirstStepsMail(app.deps, store)])
  await sendFirstStepsMail(app.deps, store)
  const sent = (await mails()).slice(before)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.subject).toBe('Cantina da Ana: montar o cardápio')
  expect(sent[0]?.text_body).toContain('/settings?tab=primeiros-passos')
  expect(owner.uid).not.toBe('')
})

test('nobody gets the mail who switched it off, and no store whose steps are done', async () => {
  const { owner, store } = await started()
  await app.call(
    owner,
    saveReportMails,
    { body: { daily: true, weekly: true, firstSteps: false, version: 0 } },
    { storeId: store },
  )
  const before = (await mails()).length
  await sendFirstStepsMail(app.deps, store)
  const other = await started({ house: 'bar' })
  const done = await doneSteps(other.owner, other.store)
  for (const key of stepKeys.filter((one) => !done.includes(one))) await skip(other.owner, other.store, key)
  await sendFirstStepsMail(app.deps, other.store)
  expect((await mails()).length).toBe(before)
})
