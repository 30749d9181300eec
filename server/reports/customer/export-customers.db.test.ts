import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headers } from '../../../contract/shared/headers.ts'
import { createOrderIntake } from '../../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { closeStore } from '../closing/close-days.ts'

let app: TestApp
let store: string
let sibling: string
let empty: string
let foreign: string
let owner: Person
let manager: Person
let basic: Person

const dayMs = 86_400_000

beforeAll(async () => {
  app = await testApp()
  store = await app.addStore({ name: 'Loja Um' })
  sibling = await app.addStore({ name: 'Loja Dois' })
  empty = await app.addStore({ name: 'Loja Nova' })
  foreign = await app.addStore({ name: 'Alheia' })
  owner = await app.addPerson('dona', { [store]: 'owner', [sibling]: 'owner', [empty]: 'owner' })
  manager = await app.addPerson('gerente', { [store]: 'manager' })
  basic = await app.addPerson('atendente', { [store]: 'basic' })
  const intake = createOrderIntake({ cells: app.deps.cells, log: app.deps.log })
  const order = (storeId: string, name: string, phone: string, daysAgo: number) => {
    const id = uuidv7()
    return intake.take(
      simpleOrder(storeId, id, id, {
        created_at: new Date(Date.now() - daysAgo * dayMs).toISOString(),
        status: 'concluded',
        customer: { id: uuidv7(), name, phone },
      }),
    )
  }
  for (let back = 10; back < 15; back += 1) await order(store, 'Ana Souza', '+5511987650001', back)
  await order(store, '=HYPERLINK("x")', '+5511987650002', 100)
  await order(sibling, 'Bia Lima', '+5511987650003', 20)
  await order(foreign, 'Carla Alheia', '+5511987650004', 20)
  for (const id of [store, sibling, foreign]) await closeStore(app.db, id, new Date())
  await intake.stop()
})
afterAll(() => app.close())

const ask = (caller: Person, body: object, selection?: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/reports/customer/export',
    query: selection === undefined ? {} : { selection },
    headers: { [headers.userToken]: caller.token, [headers.userId]: caller.uid },
    payload: body,
  })

const reason = 'Convidar para a promoção de dezembro'

async function auditRows(): Promise<
  readonly { store: string; actor: string; details: Record<string, unknown> }[]
> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ store: string; actor: string; details: Record<string, unknown> }>(
      `select store_id as store, actor_uid as actor, details from audit_entries where action = 'customer/exported' order by at, id`,
    )
    return rows
  } finally {
    await client.end()
  }
}

test('a manager downloads the store’s contacts, and the store records who, why and how many', async () => {
  const before = (await auditRows()).length
  const reply = await ask(manager, { reason }, store)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.headers['content-disposition']).toMatch(/attachment; filename="clientes-\d{4}-\d\d-\d\d\.csv"/)
  const lines = reply.body.split('\r\n')
  expect(lines.some((line) => line.startsWith('Loja Um;Ana Souza;(11) 98765-0001;5;150,00;'))).toBe(true)
  // A name is never a formula.
  expect(reply.body).not.toMatch(/(^|;)"?=HYPERLINK/m)
  expect((await auditRows()).slice(before)).toEqual([
    {
      store,
      actor: manager.uid,
      details: { reason, customers: 2, format: 'csv', segment: null, inactiveDays: null },
    },
  ])
})

test('each selected store gets an audit row, and only the selected customers are exported', async () => {
  const before = (await auditRows()).length
  const reply = await ask(owner, { reason, inactiveDays: 15 }, `${store},${sibling}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('Bia Lima')
  expect(reply.body).not.toContain('Ana Souza')
  expect(reply.body).not.toContain('Carla')
  const rows = (await auditRows()).slice(before)
  const noted = rows.map((row) => [row.store, row.details.customers, row.details.inactiveDays])
  expect(noted).toHaveLength(2)
  expect(noted).toEqual(
    expect.arrayContaining([
      [store, 1, 15],
      [sibling, 1, 15],
    ]),
  )
})

test('a filter by segment exports exactly its customers', async () => {
  const loyal = await ask(owner, { reason, segment: 'loyal' }, store)
  expect(loyal.body).toContain('Ana Souza')
  expect(loyal.body).toContain(';Fiéis;')
  const asleep = await ask(owner, { reason, segment: 'asleep' }, store)
  expect(asleep.body).toContain('98765-0002')
  expect(asleep.body).not.toContain('Ana Souza')
})

test('without a reason nothing is exported or audited', async () => {
  const before = (await auditRows()).length
  for (const body of [{}, { reason: '' }, { reason: '    ' }, { reason: 'x' }]) {
    const reply = await ask(owner, body, store)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ details: [{ path: 'reason' }] })
  }
  expect(await auditRows()).toHaveLength(before)
})

test('an attendant is rejected, and another tenant’s store is not found, in a selection too', async () => {
  const before = (await auditRows()).length
  expect((await ask(basic, { reason }, store)).statusCode).toBe(403)
  expect((await ask(manager, { reason }, foreign)).statusCode).toBe(404)
  expect((await ask(manager, { reason }, `${store},${foreign}`)).statusCode).toBe(404)
  expect((await ask(manager, { reason }, sibling)).statusCode).toBe(404)
  expect(await auditRows()).toHaveLength(before)
})

test('without matching customers the call fails instead of sending an empty file, and marketplaces have no contacts', async () => {
  const before = (await auditRows()).length
  const nobody = await ask(owner, { reason }, empty)
  expect(nobody.statusCode).toBe(422)
  expect(nobody.json()).toMatchObject({
    details: [{ path: 'segment', message: 'Nenhum cliente com este filtro nas lojas escolhidas.' }],
  })
  expect((await ask(owner, { reason, segment: 'lost' }, store)).statusCode).toBe(422)
  expect((await ask(owner, { reason }, `${store}:m-1`)).statusCode).toBe(422)
  expect(await auditRows()).toHaveLength(before)
})

test('of two concurrent exports both get the file and both are audited', async () => {
  const before = (await auditRows()).length
  const replies = await Promise.all([ask(owner, { reason }, store), ask(manager, { reason }, store)])
  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200])
  expect(
    (await auditRows())
      .slice(before)
      .map((row) => row.actor)
      .toSorted(),
  ).toEqual([owner.uid, manager.uid].toSorted())
})

test('Excel and PDF files have their own content types', async () => {
  const xlsx = await ask(owner, { reason, format: 'xlsx' }, store)
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const pdf = await ask(owner, { reason, format: 'pdf' }, store)
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})
