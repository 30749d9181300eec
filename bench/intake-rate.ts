import pg from 'pg'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { withStoreScope } from '../server/db/scope.ts'
import { openDatabase } from '../server/db/connections/pool.ts'
import type { IncomingOrder } from '../server/orders/taking/order-batch.ts'
import { createOrderIntake } from '../server/orders/taking/order-intake.ts'
import { benchStore } from './bench-store.ts'

export interface IntakeRow {
  readonly producers: number
  /** Committed single-row inserts per second of the same server in the same round. */
  readonly bare: number
  readonly sixStores: number
  readonly hotStore: number
  readonly ratio: number
  readonly hotRatio: number
  readonly p99Ms: number
}

const seconds = 4

/**
 * Orders per second, each acknowledged after its commit, beside bare single-row commits on the same
 * connections.
 */
export async function measureIntake(ownerUrl: string): Promise<readonly IntakeRow[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(
    'create table if not exists bench_bare (id uuid primary key, at timestamptz not null default now())',
  )
  await owner.query('grant insert on bench_bare to balcao_app')
  await owner.end()
  const database = await openDatabase(ownerUrl, { role: 'balcao_app', max: 32, waitMs: 30_000 })
  const stores = Array.from({ length: 6 }, () => uuidv7())
  await withStoreScope(database.db, stores, async (tx) => {
    for (const id of stores) {
      await tx.insertInto('stores').values(benchStore(id)).execute()
    }
  })
  const intake = createOrderIntake({ cells: database.cells, log: pino({ level: 'silent' }) })
  const bare = () =>
    database.pool.query({ name: 'bare', text: 'insert into bench_bare (id) values ($1)', values: [uuidv7()] })
  const spread = () => intake.take(benchOrder(stores[Math.floor(Math.random() * stores.length)] ?? ''))
  const hot = () => intake.take(benchOrder(stores[0] ?? ''))
  const rows: IntakeRow[] = []
  await rate(8, 3, spread)
  // Without statistics the planner would plan for empty tables; a real database has them within a minute.
  await analyse(ownerUrl)
  await rate(8, 1, spread)
  for (const producers of [1, 8, 32]) {
    // Bare commits before and after, so that background noise affects both sides of the ratio.
    const before = await rate(producers, 2, bare)
    const sixStores = await rate(producers, seconds, spread)
    const hotStore = await rate(producers, seconds, hot)
    const after = await rate(producers, 2, bare)
    const limit = (before.perSecond + after.perSecond) / 2
    rows.push({
      producers,
      bare: Math.round(limit),
      sixStores: Math.round(sixStores.perSecond),
      hotStore: Math.round(hotStore.perSecond),
      ratio: Math.round((sixStores.perSecond / limit) * 100) / 100,
      hotRatio: Math.round((hotStore.perSecond / limit) * 100) / 100,
      p99Ms: sixStores.p99Ms,
    })
  }
  await intake.stop()
  await database.close()
  return rows
}

async function analyse(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('analyze')
  await owner.end()
}

async function rate(producers: number, forSeconds: number, work: () => Promise<unknown>) {
  const took: number[] = []
  const started = performance.now()
  const until = started + forSeconds * 1_000
  await Promise.all(
    Array.from({ length: producers }, async () => {
      while (performance.now() < until) {
        const begun = performance.now()
        await work()
        took.push(performance.now() - begun)
      }
    }),
  )
  const sorted = took.toSorted((a, b) => a - b)
  return {
    perSecond: took.length / ((performance.now() - started) / 1_000),
    p99Ms: Math.round((sorted[Math.floor(sorted.length * 0.99)] ?? 0) * 10) / 10,
  }
}

const dishes = Array.from({ length: 30 }, (_, index) => `Prato número ${index}`)

/** 2.8 items on average, a customer known by phone, one event and one outbox row, like a live order. */
export function benchOrder(storeId: string): IncomingOrder {
  const id = uuidv7()
  const at = new Date().toISOString()
  const lines = 1 + Math.floor(Math.random() * 4.6)
  const items = Array.from({ length: lines }, (_, index) => {
    const name = dishes[Math.floor(Math.random() * dishes.length)] ?? 'Prato'
    return {
      line: index + 1,
      product_key: name.toLowerCase(),
      name,
      quantity_milli: 1_000,
      unit_price_cents: 2_500,
      total_cents: 2_500,
      detail: null,
    }
  })
  const gross = lines * 2_500
  const phone = `+55119${String(80_000_000 + Math.floor(Math.random() * 2_000_000))}`
  return {
    store_id: storeId,
    id,
    display_id: null,
    platform: 'balcao',
    merchant_id: '',
    external_id: id,
    type: 'DELIVERY',
    timing: 'INSTANT',
    status: 'placed',
    created_at: at,
    status_since: at,
    promised_at: at,
    preparation_start_at: null,
    confirm_by: null,
    completed_at: null,
    cancelled_from: null,
    customer: { id: uuidv7(), name: 'Cliente', phone },
    gross_cents: gross,
    store_discount_cents: 0,
    marketplace_discount_cents: 0,
    refund_cents: 0,
    delivery_fee_cents: 600,
    service_fee_cents: 0,
    tip_cents: 0,
    commission_cents: 0,
    payment_fee_cents: 0,
    logistics_cents: 0,
    order_cents: gross + 600,
    is_test: false,
    detail: {
      customer: { name: 'Cliente', phone, document: null, ordersCount: null },
      fees: [{ type: 'DELIVERY_FEE', cents: 600, receivedBy: 'MERCHANT' }],
      discounts: [],
      payments: [{ method: 'PIX', brand: null, cents: gross + 600, prepaid: true, changeForCents: null }],
      delivery: {
        deliveredBy: 'MERCHANT',
        address: {
          street: 'Rua das Flores',
          number: '10',
          complement: null,
          reference: null,
          district: 'Centro',
          city: 'São Paulo',
          state: 'SP',
          zipCode: null,
          lat: null,
          lng: null,
        },
        pickupCode: null,
        notes: null,
      },
      schedule: null,
      indoor: null,
      notes: null,
    },
    items,
    events: [
      {
        id: uuidv7(),
        source: 'balcao',
        source_event_id: id,
        type: 'PLACED',
        at,
        actor_uid: null,
        actor_name: null,
        data: null,
      },
    ],
    outbox: [
      {
        id: uuidv7(),
        kind: 'acceptance-reminder',
        payload: {},
        due_at: new Date(Date.now() + 300_000).toISOString(),
      },
    ],
  }
}

/** What report figures cost per order: the same intake again with a `roll_up` that does nothing. */
export async function measureRollUpCost(
  ownerUrl: string,
  withRollUps: readonly IntakeRow[],
): Promise<readonly { producers: number; slower: number; hotSlower: number }[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ text: string }>(
    "select pg_get_functiondef('roll_up(orders[],orders[])'::regprocedure) as text",
  )
  try {
    await owner.query(
      `create or replace function roll_up(added orders[], taken_back orders[]) returns void language plpgsql as 'begin end'`,
    )
    const without = await measureIntake(ownerUrl)
    return withRollUps.map((row, index) => ({
      producers: row.producers,
      slower: slowdown(row.ratio, without[index]?.ratio ?? row.ratio),
      hotSlower: slowdown(row.hotRatio, without[index]?.hotRatio ?? row.hotRatio),
    }))
  } finally {
    await owner.query(rows[0]?.text ?? '')
    await owner.end()
  }
}

/** Compares the rates relative to the bare commits of each run. */
const slowdown = (withRollUps: number, without: number): number =>
  Math.round((1 - withRollUps / without) * 100) / 100
