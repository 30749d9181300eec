import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyFate, incomingOrder, makeStores, plainOrder, type PlannedOrder } from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { closeStore } from './close-days.ts'
import { closedTables, liveTables } from './kept-tables.ts'
import { differenceText, type Difference } from './kept-rows.rules.ts'
import { rebuildRollUps, type RebuiltRollUps } from './rebuild-roll-ups.ts'

let house: ReportHarness
let storeId: string
let otherStore: string
const now = new Date('2025-11-20T23:35:20Z')
const keptTables = [...liveTables, ...closedTables]

const plain: PlannedOrder = { ...plainOrder, district: 'Centro', coupon: 'VOLTA10', driver: 1 }

/** Some weeks with every kind of order, closed. */
beforeAll(async () => {
  house = await createReportHarness()
  const stores = await makeStores(house.owner, { now })
  const [one, two] = stores
  if (!one || !two) throw new Error('no store')
  storeId = one.id
  otherStore = two.id
  const history = [0, 1, 7, 14, 35].flatMap((back): readonly PlannedOrder[] => [
    { ...plain, back, items: [{ product: 1, quantity: 2, cents: 3_000 + back * 10 }] },
    { ...plain, back, customer: 2, fate: 'cancelled', district: 'Lapa' },
    { ...plain, back, channel: 'm-1', customer: null, fate: 'concluded', type: 'TAKEOUT', district: null },
    { ...plain, store: 1, back },
  ])
  for (const planned of history) {
    const order = incomingOrder(stores, { now }, planned)
    await house.depsAt(now).intake.take(order)
    await applyFate((at) => house.depsAt(at), order, planned, { now })
  }
  await closeStore(house.database.db, storeId, now)
  await closeStore(house.database.db, otherStore, now)
})
afterAll(() => house.close())

const differences = ({ mended }: RebuiltRollUps) => mended.map(differenceText)
const rebuild = () => rebuildRollUps(house.database.db, storeId, now)

test('a sound store has no difference', async () => {
  expect((await rebuild()).mended).toEqual([])
})

test('days that were closed one by one, with gaps and late changes, have no difference', async () => {
  const stores = await makeStores(house.owner, { now })
  const third = stores[0]?.id ?? ''
  const at = (back: number) => new Date(now.getTime() - back * 86_400_000)
  const orderAt = async (back: number, planned: PlannedOrder) => {
    const order = incomingOrder(stores, { now: at(back) }, { ...planned, back: 0 })
    await house.depsAt(at(back)).intake.take(order)
    await applyFate((moment) => house.depsAt(moment), order, planned, { now: at(back) })
  }
  // Two months, closed each morning; days 35 to 50 before now and the last week have no order.
  for (let back = 60; back >= 0; back -= 1) {
    await closeStore(house.database.db, third, at(back))
    if (back % 3 === 0 && back > 7 && (back < 35 || back > 50)) {
      await orderAt(back, {
        ...plain,
        items: [{ product: 1 + (back % 5), quantity: 1, cents: 2_000 + back }],
      })
      await orderAt(back, { ...plain, customer: 1 + (back % 3), channel: back % 2 ? 'm-1' : '', minute: 900 })
    }
    // An order that arrives twelve days late changes a closed day.
    if (back % 20 === 10) await orderAt(back + 12, { ...plain, district: 'Lapa', minute: 600 })
  }
  await closeStore(house.database.db, third, now)
  expect(differences(await rebuildRollUps(house.database.db, third, now))).toEqual([])
})

test('a rebuild beside orders that come, are cancelled and refunded loses none of them and doubles none', async () => {
  const stores = await makeStores(house.owner, { now })
  const fourth = stores[0]?.id ?? ''
  const fates = ['concluded', 'cancelled', 'concluded'] as const
  const arrival = (async () => {
    for (let batch = 0; batch < 5; batch += 1)
      await Promise.all(
        Array.from({ length: 5 }, async (_, index) => {
          const planned = {
            ...plain,
            back: (batch + index) % 3,
            fate: fates[index % 3] ?? 'concluded',
            customer: index,
          }
          const order = incomingOrder(stores, { now }, planned)
          await house.depsAt(now).intake.take(order)
          await applyFate((at) => house.depsAt(at), order, planned, { now })
        }),
      )
    return 'all came'
  })()
  let rebuilds = 0
  for (let done = ''; done === ''; rebuilds += 1) {
    await rebuildRollUps(house.database.db, fourth, now)
    done = await Promise.race([arrival, Promise.resolve('')])
  }
  expect(rebuilds).toBeGreaterThan(1)
  expect(differences(await rebuildRollUps(house.database.db, fourth, now))).toEqual([])
  await closeStore(house.database.db, fourth, now)
  expect(differences(await rebuildRollUps(house.database.db, fourth, now))).toEqual([])
})

test('a sale of the running day, made after the month was closed so far, is no difference', async () => {
  const stores = await makeStores(house.owner, { now })
  const [store] = stores
  if (!store) throw new Error('no store')
  await house.depsAt(now).intake.take(incomingOrder(stores, { now }, plain))
  await closeStore(house.database.db, store.id, now)
  await house.depsAt(now).intake.take(incomingOrder(stores, { now }, { ...plain, back: 0 }))
  expect(differences(await rebuildRollUps(house.database.db, store.id, now))).toEqual([])
})

test('the list names every table of figures that a rebuild writes', async () => {
  const { rows: begun } = await house.owner.query<{ id: string }>('select pg_current_xact_id()::text as id')
  await rebuild()
  const { rows: tables } = await house.owner.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const written: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await house.owner.query(
      `select from ${name} where xmin::text::bigint > $1::bigint limit 1`,
      [begun[0]?.id],
    )
    if (rowCount) written.push(name)
  }
  // How far the store is closed is no figure.
  expect(written.filter((name) => name !== 'report_closings').toSorted()).toEqual(keptTables.toSorted())
})

let wrongEverywhere: Promise<readonly Difference[]> | undefined
/** Makes one figure of each table wrong; one rebuild finds them all. */
async function rebuildAllWrong(): Promise<readonly Difference[]> {
  for (const table of keptTables) {
    const { name, isArray } = await firstFigure(table)
    const figure = isArray ? `${name}[1]` : name
    const { rowCount } = await house.owner.query(
      `update ${table} set ${figure} = ${figure} + 1
       where ctid = (select ctid from ${table} where store_id = $1 order by ctid limit 1)`,
      [storeId],
    )
    expect(rowCount, `${table} has no row`).toBe(1)
  }
  return (await rebuild()).mended
}

test.each(keptTables)('one wrong figure in %s is named and mended', async (table) => {
  wrongEverywhere ??= rebuildAllWrong()
  const mended = (await wrongEverywhere).filter((one) => one.table === table)
  expect(mended.map(differenceText)).toHaveLength(1)
  const { name } = await firstFigure(table)
  const [was, is] = [mended[0]?.before?.[name], mended[0]?.after?.[name]]
  const first = (value: unknown) => Number((Array.isArray(value) ? value[0] : value) ?? 0)
  expect(first(was) - first(is)).toBe(1)
})

test('after all of them nothing is found', async () => {
  expect((await rebuild()).mended).toEqual([])
})

test('a row of a day without orders is found in every table that has days', async () => {
  await house.owner.query(
    `insert into quality_days select store_id, business_day - 400, platform, merchant_id, received, cancelled,
       cancelled_cents, concluded, promised, on_time, accept, prepare, wait, deliver, total
     from quality_days where store_id = $1 order by business_day limit 1`,
    [storeId],
  )
  const { mended } = await rebuild()
  expect(mended).toMatchObject([{ table: 'quality_days', after: null }])
  expect((await rebuild()).mended).toEqual([])
})

test('the figures of another store are neither read nor changed', async () => {
  await house.owner.query('update sales_days set tip_cents = tip_cents + 1 where store_id = $1', [otherStore])
  expect((await rebuild()).mended).toEqual([])
  expect((await rebuildRollUps(house.database.db, otherStore, now)).mended.length).toBeGreaterThan(0)
})

/** A figure that is no part of the key. */
async function firstFigure(table: string): Promise<{ name: string; isArray: boolean }> {
  const { rows } = await house.owner.query<{ name: string; isArray: boolean }>(
    `select a.attname as name, t.typcategory = 'A' as "isArray"
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and a.attnotnull and not a.attisdropped
       and t.typname in ('int2', 'int4', 'int8', '_int4', '_int8')
       and not exists (
         select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey))
     order by a.attnum desc limit 1`,
    [table],
  )
  const [column] = rows
  if (!column) throw new Error(`${table} has no figure`)
  return column
}
