import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import type { LiveEvent } from '../../contract/live/live.ts'
import { onCommit } from '../db/after-commit.ts'
import { migrate } from '../db/schema/migrate.ts'
import { openDatabase } from '../db/connections/pool.ts'
import { startPrivatePostgres } from '../db/postgres/private-postgres.ts'
import { createOrderIntake } from '../orders/taking/order-intake.ts'
import { testApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { until } from '../testing/until.ts'
import { LiveHub, type LiveSink } from './hub.ts'

const dataRoot = mkdtempSync(join(tmpdir(), 'balcao-restored-'))
const cleanUp: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step()
  rmSync(dataRoot, { recursive: true, force: true })
})

/** A restored database gives numbers a second time: a position says which history it belongs to. */
test('screens that were open before a restore into a fresh cluster read everything again and then hear what is new', async () => {
  const app = await testApp()
  cleanUp.push(() => app.close())
  const store = await app.addStore()
  const place = (intake: typeof app.deps.intake) => intake.take(simpleOrder(store, uuidv7(), randomUUID()))
  for (let count = 0; count < 5; count += 1) await place(app.deps.intake)
  const screen = recorder()
  const leave = await app.deps.live.attach(readerOf(store), screen.sink, null)
  leave()
  const position = screen.positions.at(-1) ?? ''
  await place(app.deps.intake)

  const server = await startPrivatePostgres({ dataRoot, settings: { fsync: 'off' } })
  cleanUp.push(() => server.stop())
  await migrate(server.url)
  await copyRows(app.ownerUrl, server.url)
  const restored = await openDatabase(server.url, { role: 'balcao_app', max: 4 })
  cleanUp.push(() => restored.close())
  const log = pino({ level: 'silent' })
  const hub = new LiveHub({ directory: restored.db, cells: restored.cells, log, now: () => new Date() })
  hub.start([server.url])
  cleanUp.push(() => hub.stop())
  onCommit(restored.db, () => hub.announce())
  const intake = createOrderIntake({ cells: restored.cells, log })
  cleanUp.push(() => intake.stop())

  const back = recorder()
  await hub.attach(readerOf(store), back.sink, position)
  const fresh = await place(intake)
  await until(() => back.orders().length > 0)
  // None of the rows that the restore brought goes out as if it had just happened.
  expect(back.events.map((event) => event.kind)).toEqual(['hello', 'resync', 'order'])
  expect(back.orders()).toEqual([fresh.orderId])
})

const readerOf = (storeId: string) => ({
  uid: 'someone',
  sessionId: randomUUID(),
  roles: new Map([[storeId, 1]]),
})

function recorder() {
  const events: LiveEvent[] = []
  const positions: string[] = []
  const sink: LiveSink = {
    write: (text) => {
      const id = /^id: (.+)$/m.exec(text)?.[1]
      const data = /^data: (.+)$/m.exec(text)?.[1]
      if (id) positions.push(id)
      if (data) events.push(JSON.parse(data) as LiveEvent)
      return true
    },
    close: () => {},
  }
  const orders = () => events.flatMap((event) => (event.kind === 'order' ? [event.orderId] : []))
  return { events, positions, sink, orders }
}

/** Like a logical dump: every table's rows, with triggers and foreign keys off. */
async function copyRows(fromUrl: string, toUrl: string): Promise<void> {
  const [from, to] = [new pg.Client(fromUrl), new pg.Client(toUrl)]
  await Promise.all([from.connect(), to.connect()])
  try {
    await to.query("set session_replication_role = 'replica'")
    const tables = await to.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns
       where table_schema = 'public' and is_generated = 'NEVER' and table_name not like 'schema_%'
       group by table_name`,
    )
    for (const { name, columns } of tables.rows) {
      await to.query(`delete from ${name}`)
      const rows = await from.query<{ rows: unknown }>(`select jsonb_agg(t) as rows from ${name} t`)
      await to.query(
        `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1)`,
        [JSON.stringify(rows.rows[0]?.rows ?? [])],
      )
    }
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}
