import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBulk, readBulk } from '../../contract/bulk/bulk.ts'
import { marketplaces } from '../../contract/shared/channels.ts'
import { seededRandom } from '../../demo/random.ts'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'
import { relayOutbox } from '../testing/relay-outbox.ts'
import { pausingMarketplace } from '../testing/marketplaces/pausing.ts'
import { effectHandlers } from '../worker/effect-handlers.ts'
import { partHandlers } from './testing/chain.ts'

let app: TestApp
const channels = marketplaces
  .slice(0, 2)
  .map((platform, index) => pausingMarketplace(platform, 0.05, seededRandom(90_412 + index)))
beforeAll(async () => {
  app = await testApp(
    {},
    channels.map(({ kind }) => kind),
  )
})
afterAll(() => app.close())

const evening = new Date('2026-11-20T22:00:00Z')
const stores = 100

test('an act in a hundred stores at two marketplaces ends with exact counts after its worker was killed three times, each within a part', async () => {
  app.setClock(evening)
  const storeIds: string[] = []
  for (let count = 0; count < stores; count += 1) storeIds.push(await app.addStore({ name: `Loja ${count}` }))
  await connected(storeIds)
  const person = await app.addPerson('Sofia', Object.fromEntries(storeIds.map((id) => [id, 'manager'])))
  // Five of them refuse: a break of that hour is there already.
  const refusing = storeIds.slice(0, 5)
  for (const storeId of refusing) await standingBreak(storeId)
  const { data } = await app.call(
    person,
    beginBulk,
    {
      query: { selection: storeIds.join(',') },
      body: { action: { kind: 'stop', minutes: 60, reason: 'Chuva' } },
    },
    { key: randomUUID() },
  )
  let now = evening.getTime()
  for (const victim of [storeIds[20], storeIds[50], storeIds[80]]) {
    await killedWithin(victim ?? '', now, storeIds)
    // The claims of the dead process end.
    now += 61_000
  }
  app.setClock(new Date(now))
  const all = effectHandlers(app.deps)
  const handlers = {
    ...partHandlers(app),
    'channel-pause': all['channel-pause'],
    'channel-wishes': all['channel-wishes'],
  }
  // Failed calls are tried again minutes later.
  for (const end = now + 20 * 60_000; now < end; now += 60_000) {
    app.setClock(new Date(now))
    while ((await relayOutbox(app.deps, storeIds, handlers)) > 0);
  }
  const { parts } = (await app.call(person, readBulk, { params: { id: data.id }, query: {} })).data
  const count = (state: string) => parts.filter((part) => part.state === state).length
  expect([parts.length, count('done'), count('refused'), count('pending')]).toEqual([stores, 95, 5, 0])
  const made = await withStoreScope(app.db, storeIds, (tx) =>
    tx.selectFrom('breaks').select('store_id').where('name', '=', 'Chuva').execute(),
  )
  const once = new Set(made.map((row) => row.store_id))
  expect([made.length, once.size]).toEqual([95, 95])
  const noted = await withStoreScope(app.db, storeIds, (tx) =>
    tx
      .selectFrom('audit_entries')
      .select('id')
      .where('request_id', '=', data.id)
      .where('action', '=', 'hours/break-scheduled')
      .execute(),
  )
  expect(noted).toHaveLength(95)
  for (const { kind, pauses, failed } of channels) {
    expect(storeIds.map((id) => pauses.get(merchantOf(kind.platform, id))?.length ?? 0)).toEqual(
      storeIds.map((id) => (refusing.includes(id) ? 0 : 1)),
    )
    expect(failed()).toBeGreaterThan(5)
  }
  // A hundred stores are opened and three processes are started.
}, 120_000)

const merchantOf = (platform: string, storeId: string): string => `${platform} ${storeId}`

/** Each store at both marketplaces. */
const connected = (storeIds: readonly string[]) =>
  withStoreScope(app.db, storeIds, (tx) =>
    tx
      .insertInto('integrations')
      .values(
        storeIds.flatMap((storeId) =>
          channels.map(({ kind: { platform } }) => ({
            store_id: storeId,
            type: platform,
            merchant_id: merchantOf(platform, storeId),
            commission_bps: 1_200,
            payment_fee_bps: 320,
          })),
        ),
      )
      .execute(),
  )

const standingBreak = (storeId: string) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('breaks')
      .values({
        store_id: storeId,
        id: randomUUID(),
        name: 'Falta de luz',
        starts_at: evening,
        ends_at: new Date(evening.getTime() + 7_200_000),
        set_by: 'Rita',
        set_at: evening,
        begun: true,
      })
      .execute(),
  )

/** SIGKILL after the victim's stop is written and before its part is marked; others are done, or under way. */
async function killedWithin(victim: string, at: number, storeIds: readonly string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  await owner.query(`
    select pg_advisory_lock(${gate});
    create function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$;
    create trigger wait_at_gate before update on bulk_parts for each row
      when (new.store_id = '${victim}') execute function wait_at_gate()`)
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('../testing/bulk-child.ts', import.meta.url)),
      app.ownerUrl,
      String(at),
      storeIds.join(','),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const atGate = async () =>
    (await owner.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount ?? 0
  await until(atGate, (waiting) => waiting > 0)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  await owner.query('select pg_advisory_unlock_all()')
  // Its last statement ends; then its connection is found closed, and the transaction is rolled back.
  await until(atGate, (waiting) => waiting === 0)
  await owner.query('drop function wait_at_gate() cascade')
  await owner.end()
}

const gate = 9_042
