import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readAudit } from '../../contract/audit/audit.ts'
import { readHome } from '../../contract/home/home.ts'
import { readMyAccess } from '../../contract/identity/identity.ts'
import { confirmOrder, placeOrder, readBoard, readOrder } from '../../contract/orders/orders.ts'
import { readPrintStates } from '../../contract/printing/printing.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { readCustomerReport } from '../../contract/reports/customer.ts'
import { readSaleReport } from '../../contract/reports/sale.ts'
import { readMyStores, readStoresNow } from '../../contract/stores/stores.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { everyKind } from '../marketplaces/registry.ts'
import { printDesk } from '../printing/testing/print-desk.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { openStore } from '../testing/open-store.ts'
import { ownOrder } from '../testing/orders.ts'
import { cellsApart, freshDatabase, type TestCells, type TestDatabase } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { openEvery } from './connections/open-every.ts'
import { withStoreScope } from './scope.ts'

let databases: TestCells
let app: TestApp
let ana: Person
let bia: Person
/** Works for both. */
let both: Person
let anas: string
let bias: string

beforeAll(async () => {
  databases = await cellsApart(['a', 'b'])
  app = await testApp({}, everyKind, {}, databases)
  app.deps.live.start(app.cellUrls)
  app.deps.printBell.start(app.cellUrls)
  ana = await app.addPerson('Ana')
  bia = await app.addPerson('Bia')
  anas = await open(ana, 'Açaí da Ana')
  bias = await open(bia, 'Bistrô da Bia')
  both = await app.addPerson('Gerente', { [anas]: 'manager', [bias]: 'manager' })
})
afterAll(() => app.close())
afterEach(() => {
  vi.restoreAllMocks()
})

const open = (person: Person, name: string) => openStore(app, person, name)

let keys = 0
const place = async (person: Person, storeId: string) =>
  (await app.call(person, placeOrder, { body: ownOrder() }, { storeId, key: `pedido-${(keys += 1)}` })).data

/** As the database's owner, who sees the rows of every store. */
async function ownerOf<T extends object>(name: string, text: string): Promise<readonly T[]> {
  const database = name === 'directory' ? databases.directory : databases.cells[name]
  const client = new pg.Client({ connectionString: database?.url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** The stores that any table of this cell has rows of. */
async function storesIn(cell: string): Promise<readonly string[]> {
  const tables = await ownerOf<{ name: string }>(
    cell,
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'store_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped`,
  )
  const each = tables.map(({ name }) => `select store_id from "${name}" where store_id is not null`)
  const rows = await ownerOf<{ store_id: string }>(
    cell,
    `select distinct store_id from (select id as store_id from stores union ${each.join(' union ')}) s order by 1`,
  )
  return rows.map((row) => row.store_id)
}

/** What this process sends to PostgreSQL while `work` runs, by the tables' names that are in it. */
async function statementsOn(table: string, work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const texts = sent.mock.calls.map(([query]: readonly unknown[]) =>
    typeof query === 'string' ? query : ((query as { readonly text?: string } | null)?.text ?? ''),
  )
  sent.mockRestore()
  expect(texts.length).toBeGreaterThan(0)
  return texts.filter((text) => text.includes(table)).length
}

test('a first store goes to the emptiest cell, the next store of its owner to the same one', async () => {
  const second = await open(ana, 'Açaí da Ana II')
  const third = await open(await app.addPerson('Caio'), 'Casa do Caio')
  const places = await ownerOf<{ store_id: string; chain: string; cell: string }>(
    'directory',
    'select * from store_places',
  )
  const cellOf = new Map(places.map((row) => [row.store_id, row.cell]))
  expect([anas, bias, second, third].map((storeId) => cellOf.get(storeId))).toEqual(['a', 'b', 'a', 'b'])
  const chainOf = new Map(places.map((row) => [row.store_id, row.chain]))
  expect(chainOf.get(second)).toBe(chainOf.get(anas))
  expect(chainOf.get(bias)).not.toBe(chainOf.get(anas))
})

test('two stores that a new owner opens at once are one chain in one cell', async () => {
  const dora = await app.addPerson('Dora')
  const made = await Promise.all([open(dora, 'Doces da Dora'), open(dora, 'Salgados da Dora')])
  const rows = await ownerOf<{ places: number }>(
    'directory',
    `select count(distinct (chain, cell))::integer as places from store_places where store_id in ('${made.join("', '")}')`,
  )
  expect(rows).toEqual([{ places: 1 }])
})

test.each([
  ['a', () => [ana, anas] as const],
  ['b', () => [bia, bias] as const],
])('in cell %s an order is placed, confirmed, printed and reported', async (_, whose) => {
  const [owner, storeId] = whose()
  const desk = printDesk(app, storeId, owner)
  await desk.addPrinter()
  const agent = await desk.pairedAgent()
  const waiting = agent.tryPull(10)
  const order = await place(owner, storeId)
  await app.call(owner, confirmOrder, { params: { orderId: order.id }, body: {} }, { storeId })
  // The agent was waiting already: the bell of its cell wakes it.
  const [job] = (await waiting).data.jobs
  expect((await agent.acknowledge(job?.id ?? '')).status).toBe(200)
  const read = await app.call(owner, readOrder, { params: { orderId: order.id } }, { storeId })
  expect(read.data.order.status).toBe('confirmed')
  const report = await app.call(owner, readDailyReport, { query: { selection: storeId } })
  expect(report.data.totals).toMatchObject({ received: 1, cancelled: 0 })
  expect(
    (await app.call(owner, readOrder, { params: { orderId: order.id } }, { storeId: other(storeId) })).status,
  ).toBe(404)
})

const other = (storeId: string) => (storeId === anas ? bias : anas)

test('a person with stores in both cells sees both on the board, oldest order first', async () => {
  const placed = [await place(ana, anas), await place(bia, bias), await place(ana, anas)].map(({ id }) => id)
  const board = await app.call(both, readBoard, { query: {} })
  const shown = board.data.orders.map(({ id }) => id)
  expect(shown.filter((id) => placed.includes(id))).toEqual(placed)
  expect(new Set(board.data.orders.map(({ storeId }) => storeId))).toEqual(new Set([anas, bias]))
})

test('the day’s sums of both cells are those of each added', async () => {
  const day = async (selection?: string) =>
    (await app.call(both, readDailyReport, { query: selection ? { selection } : {} })).data
  const [ofBoth, ofAna, ofBia] = [await day(), await day(anas), await day(bias)]
  expect(ofAna.totals.received).toBeGreaterThan(ofBia.totals.received)
  expect(ofBia.totals.received).toBeGreaterThan(0)
  for (const measure of ['received', 'grossCents', 'cancelled'] as const)
    expect(ofBoth.totals[measure], measure).toBe(ofAna.totals[measure] + ofBia.totals[measure])
  expect(ofBoth.stores.map(({ name }) => name)).toEqual(['Açaí da Ana', 'Bistrô da Bia'])
  expect(ofBoth.bestItems).toMatchObject([
    { name: 'Pizza média', quantityMilli: ofBoth.totals.received * 2_000 },
  ])
  expect(ofBoth.payments.map(({ orders }) => orders)).toEqual([ofBoth.totals.received])
  const home = (await app.call(both, readHome, { query: {} })).data.today
  expect(home?.stores.map(({ storeId }) => storeId)).toEqual([anas, bias])
  const now = (await app.call(both, readStoresNow, { query: {} })).data.stores
  expect(now.map(({ today }) => today?.netCents)).toEqual(home?.stores.map(({ netCents }) => netCents))
  expect(home?.netCents).toBe((now[0]?.today?.netCents ?? 0) + (now[1]?.today?.netCents ?? 0))
})

test('lists of a person’s stores, prints and history hold both cells', async () => {
  const names = ['Açaí da Ana', 'Bistrô da Bia']
  const stores = await app.call(both, readMyStores, {})
  expect(stores.data.stores.map(({ name }) => name)).toEqual(names)
  const access = await app.call(both, readMyAccess, {})
  expect(access.data.map(({ storeName }) => storeName)).toEqual(names)
  const prints = await app.call(both, readPrintStates, { query: {} })
  expect(new Set(prints.data.printers.map(({ storeId }) => storeId))).toEqual(new Set([anas, bias]))
  const history = await app.call(both, readAudit, { query: {} })
  expect(new Set(history.data.entries.map(({ storeName }) => storeName))).toEqual(new Set(names))
})

test('what is not added up over cells is refused, and says what to do', async () => {
  const answer = await app.call(both, readCustomerReport, { query: {} })
  expect([answer.status, answer.body.error]).toEqual([422, 'selection/two-cells'])
  expect(answer.body.message).toContain('Escolha uma loja de cada vez')
  expect((await app.call(both, readCustomerReport, { query: { selection: bias } })).status).toBe(200)
})

test('sales of both cells are those of one and of the other', async () => {
  const received = async (selection: string) => {
    const answer = await app.call(both, readSaleReport, { query: { selection, pivot: 'store' } })
    return [answer.status, answer.data.totals.received, answer.data.pivot.rows.length]
  }
  const [ofAna, ofBia] = [await received(anas), await received(bias)]
  expect(await received(`${anas},${bias}`)).toEqual([200, Number(ofAna[1]) + Number(ofBia[1]), 2])
})

test('a stream hears the orders of both cells', async () => {
  const heard: string[] = []
  const sink = { write: (text: string) => heard.push(text) > 0, close: () => {} }
  const roles = new Map([
    [anas, 2],
    [bias, 2],
  ])
  const leave = await app.deps.live.attach({ uid: both.uid, sessionId: both.sessionId, roles }, sink, null)
  const placed = [await place(ana, anas), await place(bia, bias)]
  await until(() => placed.every(({ id }) => heard.some((text) => text.includes(id))))
  leave()
})

test('other processes are notified of an order in the cell that it was written to, and in no other', async () => {
  const heard = new Map<string, string[]>()
  const ears = await Promise.all(
    Object.entries(databases.cells).map(async ([name, { url }]) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const notes: string[] = []
      heard.set(name, notes)
      client.on('notification', ({ channel, payload }) => notes.push(`${channel} ${payload ?? ''}`.trim()))
      await client.query('listen balcao_live')
      await client.query('listen balcao_print')
      return client
    }),
  )
  const { id } = await place(bia, bias)
  await app.call(bia, confirmOrder, { params: { orderId: id }, body: {} }, { storeId: bias })
  await until(
    () => heard.get('b')?.includes('balcao_live') && heard.get('b')?.includes(`balcao_print ${bias}`),
  )
  expect(heard.get('a')).toEqual([])
  await Promise.all(ears.map((client) => client.end()))
})

test('a process’s worker works in both cells, with the leases of each in it', async () => {
  app.startWorker()
  const held = (name: string) =>
    ownerOf<{ name: string }>(name, `select name from leases where name = 'store-openings'`)
  await until(async () => (await held('a')).length + (await held('b')).length === 2)
  expect(await held('directory')).toEqual([])
  for (const cell of ['a', 'b'])
    await until(async () => {
      const due = `due_at <= '${app.deps.now().toISOString()}'`
      return (await ownerOf(cell, `select kind from outbox where ${due}`)).length === 0
    })
  const names = app.deps
    .worker()
    ?.states()
    .map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['inbox a', 'inbox b', 'closing a', 'closing b']))
  // What it looks up is not counted below.
  await app.deps.worker()?.stop()
})

test('an order costs one look-up of its store’s cell in the life of a process, then none', async () => {
  const emil = await app.addPerson('Emil')
  const store = await open(emil, 'Empório do Emil')
  const fresh = await openEvery(
    {
      directoryUrl: databases.directory.url,
      cells: Object.entries(databases.cells).map(([name, { url }]) => ({ name, url })),
      log: pino({ level: 'silent' }),
    },
    { role: 'balcao_app' },
  )
  const read = () =>
    withStoreScope(fresh.main.cells, [store], (tx) => tx.selectFrom('stores').select('id').execute())
  expect(await statementsOn('store_places', read)).toBe(1)
  expect(await statementsOn('store_places', read)).toBe(0)
  await fresh.close()
  const order = await place(emil, store)
  const confirm = () =>
    app.call(emil, confirmOrder, { params: { orderId: order.id }, body: {} }, { storeId: store })
  expect(await statementsOn('store_places', confirm)).toBe(0)
})

test('a store in a cell that this server does not have is refused and noted, and nothing is written elsewhere', async () => {
  const fabio = await app.addPerson('Fabio')
  const store = await open(fabio, 'Feijoada do Fábio')
  const noted: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void noted.push(line) })
  const { url } = databases.cells.a ?? { url: '' }
  const half = await openEvery(
    { directoryUrl: databases.directory.url, cells: [{ name: 'c', url }], log },
    { role: 'balcao_app' },
  )
  expect(noted.join()).toContain('CELLS does not name the cell of some stores')
  await expect(
    withStoreScope(half.main.cells, [store], (tx) => tx.selectFrom('stores').select('id').execute()),
  ).rejects.toMatchObject({ code: 'store/cell-unknown' })
  expect(noted.at(-1)).toContain(store)
  await half.close()
  const kept = (database: TestDatabase | undefined) => ({
    url: database?.url ?? '',
    drop: () => Promise.resolve(),
  })
  const server = await testApp(
    {},
    everyKind,
    {},
    {
      directory: kept(databases.directory),
      cells: { c: kept(databases.cells.a) },
    },
  )
  const orders = () => ownerOf('a', 'select id from orders')
  const before = await orders()
  const refused = await server.call(
    fabio,
    placeOrder,
    { body: ownOrder() },
    { storeId: store, key: 'sem-celula' },
  )
  expect([refused.status, refused.body.error]).toEqual([503, 'store/cell-unknown'])
  expect(refused.body.message).toContain('Nada foi gravado')
  expect(await orders()).toEqual(before)
  await server.close()
})

test('neither cell holds a row of the other’s stores', async () => {
  const [inA, inB] = [await storesIn('a'), await storesIn('b')]
  const places = await ownerOf<{ store_id: string; cell: string }>(
    'directory',
    'select store_id, cell from store_places',
  )
  const placed = (cell: string) =>
    places.flatMap((row) => (row.cell === cell ? [row.store_id] : [])).toSorted()
  expect(inA).toEqual(placed('a'))
  expect(inB).toEqual(placed('b'))
  expect(inA.length * inB.length).toBeGreaterThan(0)
})

test('mails that wait in the directory and in each cell are counted together', async () => {
  const due = async () => {
    const metrics = (await app.fastify.inject('/metrics')).body
    return Number(/^balcao_queue_due\{queue="mail"\} (\d+)$/m.exec(metrics)?.[1])
  }
  const before = await due()
  const mail = { recipient: 'x@balcao.example', subject: 'Teste', text: '', html: '' }
  for (const database of [app.deps.directory, ...app.deps.cells.all])
    await queueMail(database, mail, new Date(app.deps.now().getTime() - 1_000))
  expect(await due()).toBe(before + 3)
})

test('a cell in the directory’s own database shares its connections, as the only cell does', async () => {
  const both = await freshDatabase()
  const log = pino({ level: 'silent' })
  const options = { role: 'balcao_app' } as const
  const one = await openEvery({ directoryUrl: both.url, log }, options)
  expect(one.main.cells.all[0]).toBe(one.main.directory)
  expect(one.jobs.cells.all[0]).toBe(one.jobs.directory)
  await one.close()
  const cells = [
    { name: 'main', url: both.url },
    { name: 'b', url: databases.cells.b?.url ?? '' },
  ]
  const two = await openEvery({ directoryUrl: both.url, cells, log }, options)
  expect(two.main.cells.all.map((cell) => cell === two.main.directory)).toEqual([true, false])
  expect(two.main.cells.each.map(({ names, within }) => [...names, within])).toEqual([
    ['main', 'main'],
    ['b', 'b'],
  ])
  await two.close()
  await both.drop()
})

test('one machine looks up no store’s cell', async () => {
  const alone = await testApp()
  const store = await alone.addStore()
  const basic = await alone.addPerson('Balconista', { [store]: 'basic' })
  const sold = async () => {
    const { data } = await alone.call(basic, placeOrder, { body: ownOrder() }, { storeId: store, key: 'um' })
    await alone.call(basic, confirmOrder, { params: { orderId: data.id }, body: {} }, { storeId: store })
    expect((await alone.call(basic, readBoard, { query: {} })).data.orders).toHaveLength(1)
  }
  expect(await statementsOn('store_places', sold)).toBe(0)
  await alone.close()
})
