import { v7 as uuidv7 } from 'uuid'
import { sql } from 'kysely'
import { headers } from '../contract/shared/headers.ts'
import { spawnWhatsapp } from '../simulator/whatsapp/spawn-whatsapp.ts'
import { graphControlClient } from '../simulator/whatsapp/whatsapp-control.ts'
import { statementTimeout } from '../server/db/connections/pooled-client.ts'
import { withStoreScope } from '../server/db/scope.ts'
import type { Deps } from '../server/deps.ts'
import { createUser } from '../server/identity/identity.ts'
import { enqueue } from '../server/outbox/enqueue.ts'
import { ensureContact } from '../server/whatsapp/messaging/contacts.ts'
import { notifyCustomer } from '../server/whatsapp/outgoing/notify-customer.ts'
import { startWorker } from '../server/worker/worker.ts'
import type { Worker } from '../server/worker/consumer.ts'
import { benchApp } from './bench-app.ts'
import { benchStore, withDirectoryAndStores } from './bench-store.ts'
import { idTokenFor } from './report-latency.ts'

export interface MessageFigures {
  /** From the commit of an order's step to the message at the platform, without the half minute of coalescing. */
  readonly acceptedP50Ms: number
  readonly acceptedP99Ms: number
  /** From the commit of an effect to its end, beside them. */
  readonly roundTripP50Ms: number
  readonly roundTripP99Ms: number
  /** p99 ÷ median of a round trip. Goal: at most 10. */
  readonly acceptedToRoundTrip: number
  readonly clearMs: number
  readonly statementMs: number
  /** Goal: at most 3. */
  readonly clearToStatement: number
}

const rounds = 200
const queueLength = 10_000
const clears = 5
const password = 'Balcao#2026'
const coalesceMs = 30_000

/** An order's news on their way to the platform, and the clearing of a long queue. */
export async function measureMessages(ownerUrl: string): Promise<MessageFigures> {
  const graph = await spawnWhatsapp('graph', { GRAPH_SIMULATOR_ACCESS_TOKEN: 'EAAGsimulated' })
  const { app, deps, close } = await benchApp(ownerUrl, {
    WHATSAPP_BASE_URL: `${graph.url}/v23.0`,
    WHATSAPP_APP_ID: 'simulated-app',
    WHATSAPP_APP_SECRET: 'app-secret',
    WHATSAPP_VERIFY_TOKEN: 'a-verify-token',
    ENCRYPTION_KEY: 'ab'.repeat(32),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const shop = await openShop(deps, url, graphControlClient(graph.url))
  let worker: Worker | null = null
  Object.assign(deps, { worker: () => worker })
  worker = startWorker(deps)
  const news = await measureNews(deps, shop)
  await worker.stop()
  worker = null
  const clearing = await measureClearing(deps, shop, url)
  await close()
  await graph.stop()
  return { ...news, ...clearing }
}

interface Shop {
  readonly storeId: string
  readonly token: string
  readonly control: ReturnType<typeof graphControlClient>
}

async function openShop(deps: Deps, url: string, control: Shop['control']): Promise<Shop> {
  const email = 'mensagens@balcao.example'
  const uid = await createUser(deps.directory, { email, name: 'Bench', password })
  const storeId = uuidv7()
  await withDirectoryAndStores(deps, [storeId], async (tx) => {
    await tx.insertInto('stores').values(benchStore(storeId)).execute()
    await tx.insertInto('access_entries').values({ store_id: storeId, uid, role: 3 }).execute()
  })
  const token = await idTokenFor(url, email, password)
  const phoneId = '100200300'
  await control.setPhones([
    { id: phoneId, wabaId: `9${phoneId}`, displayNumber: '+55 11 98888-0000', verifiedName: 'Bench' },
  ])
  await post({ storeId, token }, `${url}/api/integrations/setup-phone-connection`, {
    driver: 'cloud',
    number: '11988880000',
    method: 'embedded',
    meta: { phoneId, accountId: `9${phoneId}`, token: 'EAAGsimulated' },
  })
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .insertInto('whatsapp_settings')
      .values({ store_id: storeId, kinds: ['accepted'], saved_at: new Date(), saved_by: uid })
      .execute(),
  )
  for (let index = 0; index < rounds; index += 1)
    await control.write({ phoneId, from: phoneOf(index).slice(1), text: 'Oi' })
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    for (let index = 0; index < rounds; index += 1)
      await ensureContact(
        tx,
        storeId,
        { phone: phoneOf(index).slice(1), userId: null },
        { name: null, now: new Date(), at: new Date() },
      )
    await tx
      .updateTable('whatsapp_contacts')
      .set({ last_in_at: new Date() })
      .where('store_id', '=', storeId)
      .execute()
  })
  return { storeId, token, control }
}

const phoneOf = (index: number): string => `+55119${String(70_000_000 + index)}`

/** One order's news and one bare effect in turn, so that both meet the same machine. */
async function measureNews(
  deps: Deps,
  { storeId, control }: Shop,
): Promise<Omit<MessageFigures, 'clearMs' | 'statementMs' | 'clearToStatement'>> {
  const begun = new Map<string, number>()
  const trips: number[] = []
  for (let index = 0; index < rounds; index += 1) {
    const phone = phoneOf(index)
    const orderId = await newOrder(deps, storeId, phone)
    // Its half minute is over: what follows is the way of the message.
    const movedAt = new Date(Date.now() - coalesceMs)
    await withStoreScope(deps.cells, [storeId], (tx) =>
      notifyCustomer(tx, { storeId, orderId }, 'confirmed', movedAt),
    )
    begun.set(phone.slice(1), Date.now())
    await emptied(deps, storeId)
    const trip = performance.now()
    // A look at a person with nothing to send.
    await withStoreScope(deps.cells, [storeId], (tx) =>
      enqueue(tx, 'whatsapp-send', {}, { storeId, lane: uuidv7(), dueAt: new Date() }),
    )
    await emptied(deps, storeId)
    trips.push(performance.now() - trip)
  }
  const { messages } = await control.readLog()
  const accepted = messages
    .filter(({ by }) => by === 'store')
    .map(({ waId, at }) => at - (begun.get(waId) ?? Number.NaN))
    .toSorted((a, b) => a - b)
  if (accepted.length !== rounds)
    throw new Error(`${String(accepted.length)} of ${String(rounds)} messages arrived`)
  const sorted = trips.toSorted((a, b) => a - b)
  const roundTripP50Ms = percentile(sorted, 0.5)
  const acceptedP99Ms = percentile(accepted, 0.99)
  return {
    acceptedP50Ms: percentile(accepted, 0.5),
    acceptedP99Ms,
    roundTripP50Ms,
    roundTripP99Ms: percentile(sorted, 0.99),
    acceptedToRoundTrip: tenths(acceptedP99Ms / roundTripP50Ms),
  }
}

async function newOrder(deps: Deps, storeId: string, phone: string): Promise<string> {
  const id = uuidv7()
  const now = new Date()
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .insertInto('orders')
      .values({
        store_id: storeId,
        id,
        display_id: id.slice(-4),
        platform: 'balcao',
        external_id: id,
        type: 'DELIVERY',
        timing: 'INSTANT',
        status: 'confirmed',
        open: true,
        business_day: now.toISOString().slice(0, 10),
        hour: now.getUTCHours(),
        created_at: now,
        status_since: now,
        gross_cents: 1_000,
        order_cents: 1_000,
        detail: JSON.stringify({ customer: { name: 'Ana Souza', phone } }),
      })
      .execute(),
  )
  return id
}

/** Nothing is due any more. */
async function emptied(deps: Deps, storeId: string): Promise<void> {
  for (;;) {
    const due = await withStoreScope(deps.cells, [storeId], (tx) =>
      tx
        .selectFrom('outbox')
        .select('id')
        .where('store_id', '=', storeId)
        .where('due_at', '<=', new Date())
        .limit(1)
        .executeTakeFirst(),
    )
    if (!due) return
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** The call beside the one statement that does the work, in turn over queues of the same length. */
async function measureClearing(
  deps: Deps,
  shop: Shop,
  url: string,
): Promise<Pick<MessageFigures, 'clearMs' | 'statementMs' | 'clearToStatement'>> {
  const calls: number[] = []
  const statements: number[] = []
  for (let round = 0; round < clears; round += 1) {
    await fillQueue(deps, shop.storeId, round * 2)
    let began = performance.now()
    await post(shop, `${url}/api/stores/cleanMessageQueue/mine`, { confirm: 'limpar' })
    calls.push(performance.now() - began)
    await fillQueue(deps, shop.storeId, round * 2 + 1)
    began = performance.now()
    await withStoreScope(deps.cells, [shop.storeId], (tx) =>
      tx
        .updateTable('outgoing_messages')
        .set({ state: 'cancelled', cause: 'cleaned', ended_at: new Date() })
        .where('store_id', '=', shop.storeId)
        .where('state', '=', 'queued')
        .execute(),
    )
    statements.push(performance.now() - began)
  }
  const [clearMs, statementMs] = [calls, statements].map((list) =>
    percentile(
      list.toSorted((a, b) => a - b),
      0.5,
    ),
  )
  return {
    clearMs: clearMs ?? Number.NaN,
    statementMs: statementMs ?? Number.NaN,
    clearToStatement: tenths((clearMs ?? 0) / (statementMs ?? 0)),
  }
}

async function fillQueue(deps: Deps, storeId: string, round: number): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await statementTimeout(60_000).execute(tx)
    await sql`
      insert into outgoing_messages (store_id, id, contact_id, kind, key, content, body, state, created_at, due_at, expires_at)
      select ${storeId}, gen_random_uuid(), contact.id, 'accepted', 'fill ' || ${round}::int || ' ' || n,
        '{"type":"text","body":"Oi"}', 'Oi', 'queued', now(), now() + interval '1 hour', now() + interval '2 hours'
      from generate_series(1, ${queueLength}::int) n
        join (select id, row_number() over (order by id) as place from whatsapp_contacts where store_id = ${storeId}) contact
          on contact.place = n % ${rounds}::int + 1`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from outgoing_messages where store_id = ${storeId} and state = 'queued'`.execute(
      tx,
    )
    if (rows[0]?.count !== queueLength) throw new Error('the queue is not as long as it should be')
  })
}

async function post(shop: Pick<Shop, 'storeId' | 'token'>, url: string, body: object): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [headers.userToken]: shop.token,
      [headers.storeId]: shop.storeId,
    },
    body: JSON.stringify(body),
  })
  if (reply.status !== 200) throw new Error(`${url}: ${String(reply.status)} ${await reply.text()}`)
}

const percentile = (sorted: readonly number[], share: number): number =>
  tenths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)

const tenths = (value: number): number => Math.round(value * 10) / 10
