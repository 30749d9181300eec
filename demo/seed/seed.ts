import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import pg from 'pg'
import { minuteMs } from '../../contract/shared/durations.ts'
import { openDatabase, startWaitMs, type Database } from '../../server/db/connections/pool.ts'
import { withStoreScope } from '../../server/db/scope.ts'
import { onlyCell, type Cell } from '../../server/db/tables.ts'
import { demoPassword, hashPassword } from '../../server/identity/identity.ts'
import { patchOrder } from '../../server/orders/moves/patch-order.ts'
import { takeOrders } from '../../server/orders/taking/order-intake.ts'
import { demoZones } from '../demo-places.ts'
import { historyDays, historyOf, openNow } from '../history/demo-history.ts'
import type { DemoOrder } from '../history/demo-orders.ts'
import { demoGroups, demoPeople, demoStores, openAllDay, type DemoStore } from '../demo-stores.ts'
import { seededRandom } from '../random.ts'
import { seedAfterSale } from './seed-after-sale.ts'
import { seedMenu } from './seed-menu.ts'

const batchSize = 100

/**
 * Fills an empty database with the demo (docs/product/running.md), through the statement that also
 * takes live orders. An interrupted seed is deleted and repeated. Returns false if the database contains
 * anything else.
 */
export async function seedDemo(ownerUrl: string, now: Date, say: (line: string) => void): Promise<boolean> {
  if (!(await claimEmptyDatabase(ownerUrl))) return false
  const database = await openDatabase(ownerUrl, {
    role: 'balcao_app',
    max: 2,
    statementTimeoutMs: 60_000,
    waitMs: startWaitMs,
  })
  try {
    await seedPeopleAndStores(database, now)
    const counts: number[] = []
    const [first, ...others] = demoStores
    // Refresh the statistics that the planner uses; a running system gets this from autovacuum.
    if (first) counts.push(await seedStore(database, first, now, () => analyse(ownerUrl)))
    await analyse(ownerUrl)
    const waiting = [...others]
    const work = async (): Promise<void> => {
      for (let store = waiting.shift(); store; store = waiting.shift())
        counts.push(await seedStore(database, store, now))
    }
    await Promise.all([work(), work()])
    await analyse(ownerUrl)
    await database.db.updateTable('leases').set({ holder: 'done' }).where('name', '=', 'demo-seed').execute()
    say(
      `Dados de demonstração: ${demoStores.length} lojas, ${counts.reduce((sum, count) => sum + count, 0)} pedidos em ${historyDays} dias.`,
    )
  } finally {
    await database.close()
  }
  return true
}

async function analyse(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
}

async function claimEmptyDatabase(ownerUrl: string): Promise<boolean> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    const seed = await owner.query<{ holder: string }>("select holder from leases where name = 'demo-seed'")
    if (seed.rows[0]?.holder === 'done') return false
    const users = await owner.query('select 1 from users limit 1')
    if (seed.rows.length === 0 && users.rows.length > 0) return false
    await owner.query(
      'truncate users, stores, store_places, menu_slugs, merchant_routes, access_entries, group_stores, orders, order_items, order_events, customers, order_refunds, ads, ad_clicks, ad_orders, order_counters, reviews, inbox, outbox, sales_hours, payment_days, product_days, quality_days, cancellation_days, stray_events, group_slugs, groups cascade',
    )
    await owner.query(
      "insert into leases (name, holder, until) values ('demo-seed', 'seeding', 'infinity') on conflict (name) do update set holder = 'seeding'",
    )
    return true
  } finally {
    await owner.end()
  }
}

export async function seedPeopleAndStores({ db }: Database, now: Date): Promise<void> {
  const ids = demoStores.map((store) => store.id)
  const passwordHash = await hashPassword(demoPassword)
  await withStoreScope(
    db,
    ids,
    async (tx) => {
      await tx
        .insertInto('users')
        .values(demoPeople.map(({ uid, email, name }) => ({ uid, email, name, password_hash: passwordHash })))
        .execute()
      await tx
        .insertInto('store_places')
        .values(ids.map((id) => ({ store_id: id, chain: ids[0] ?? id, cell: onlyCell })))
        .execute()
      for (const store of demoStores) {
        const { timezone, city, state, district, zipCode, lat, lng } = store
        await tx
          .insertInto('stores')
          .values({
            id: store.id,
            name: store.name,
            brand_name: store.brand,
            menu_slug: store.slug,
            timezone,
            address: JSON.stringify({
              street: 'Rua das Acácias',
              number: '100',
              complement: null,
              district,
              city,
              state,
              zipCode,
              lat,
              lng,
            }),
            phone: storePhone(store),
            document: store.cnpj,
            pix_key: store.cnpj,
            code: store.orderCode,
            opening_hours: JSON.stringify(openAllDay),
            created_at: now,
            updated_at: now,
          })
          .execute()
        await tx.insertInto('menu_slugs').values({ slug: store.slug, store_id: store.id }).execute()
        await tx
          .insertInto('merchant_routes')
          .values({ platform: 'ifood', merchant_id: store.merchantId, store_id: store.id })
          .execute()
        await tx
          .insertInto('integrations')
          .values({
            store_id: store.id,
            type: 'ifood',
            merchant_id: store.merchantId,
            merchant_names: JSON.stringify({ [store.merchantId]: store.name }),
            commission_bps: store.commissionBps,
            payment_fee_bps: 320,
          })
          .execute()
        await tx
          .insertInto('store_day_starts')
          .values({ store_id: store.id, effective_from: '2020-01-01', starts_at: '04:00' })
          .execute()
        await tx
          .insertInto('delivery_configs')
          .values({
            store_id: store.id,
            zones: JSON.stringify(demoZones(store)),
            version: 1,
            saved_at: now,
          })
          .execute()
        await tx
          .insertInto('motoboys')
          .values(
            store.motoboys.map((name, index) => ({
              store_id: store.id,
              id: uuidv7(),
              name,
              phone: courierPhone(store, index),
            })),
          )
          .execute()
      }
      for (const person of demoPeople) {
        await tx
          .insertInto('access_entries')
          .values(
            person.access.map(([index, role]) => ({ store_id: ids[index] ?? '', uid: person.uid, role })),
          )
          .execute()
      }
      for (const group of demoGroups) {
        await tx
          .insertInto('groups')
          .values({
            id: group.id,
            name: group.name,
            owner_id: 'demo-dona',
            stores_count: group.stores.length,
          })
          .execute()
        await tx.insertInto('group_slugs').values({ slug: group.slug, group_id: group.id }).execute()
        await tx
          .insertInto('group_stores')
          .values(
            group.stores.map((index, position) => ({
              store_id: ids[index] ?? '',
              group_id: group.id,
              position,
            })),
          )
          .execute()
      }
    },
    { uid: 'demo-dona' },
  )
}

/** A landline of its city; the number is nobody's. */
const storePhone = (store: DemoStore): string =>
  `+55${areaCode(store)}3000000${demoStores.indexOf(store) + 1}`

const courierPhone = (store: DemoStore, index: number): string =>
  `+55${areaCode(store)}9700000${demoStores.indexOf(store) + 1}${index + 1}`

const areaCode = ({ state }: DemoStore): string => (state === 'AM' ? '92' : '11')

async function seedStore(
  { db }: Database,
  store: DemoStore,
  now: Date,
  analyseTables?: () => Promise<void>,
): Promise<number> {
  await seedMenu(db, store, now)
  // Each store has its own sequence, because stores are seeded concurrently.
  const random = seededRandom(20_261_121 + demoStores.indexOf(store))
  const made = [...historyOf(store, { from: null, now }, random), ...openNow(store, now, random)]
  for (let at = 0; at < made.length; at += batchSize) {
    const batch = made.slice(at, at + batchSize)
    await takeOrders(
      db,
      batch.map(({ order }) => ({ ...order, refund_cents: 0 })),
    )
    if (at === 0 || at === batchSize * 6) await analyseTables?.()
  }
  await withStoreScope(db, [store.id], async (tx) => {
    for (const { order } of made) if (order.refund_cents > 0) await seedRefund(tx, order)
  })
  await seedAfterSale(db, store, made, now)
  return made.length
}

/** Given 40 minutes after the order, as a person of the store does it. */
async function seedRefund(tx: Transaction<Cell>, order: DemoOrder['order']): Promise<void> {
  const { store_id: storeId, id, refund_cents: cents } = order
  const at = new Date(Date.parse(order.status_since) + 40 * minuteMs)
  await tx
    .insertInto('order_refunds')
    .values({
      store_id: storeId,
      id: uuidv7(),
      order_id: id,
      cents,
      reason: 'Item veio errado',
      refunded_at: at,
      refund_day: sql<string>`running_day(${storeId}::uuid, ${at})`,
      refund_hour: sql<number>`running_hour(${storeId}::uuid, ${at})`,
    })
    .execute()
  await patchOrder(tx, { store_id: storeId, id }, { refundCents: cents }, at)
}
