import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder, readBoard } from '../contract/orders/orders.ts'
import { headers } from '../contract/shared/headers.ts'
import { freePort } from './db/postgres/private-postgres.ts'
import { testApp, type Person, type TestApp } from './testing/app.ts'
import { ownOrder } from './testing/orders.ts'

let app: TestApp
let manager: Person
let owner: pg.Client
const stores: string[] = []
const warning = 40
const effectsOfStore = 250

beforeAll(async () => {
  app = await testApp()
  for (let store = 0; store < 8; store += 1) stores.push(await app.addStore())
  manager = await app.addPerson('gerente', Object.fromEntries(stores.map((id) => [id, 'manager'])))
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

test.each([
  ['as soon as it serves', 0],
  ['in the middle of its work', 500],
])(
  'a server that receives the order to stop %s ends its work first, and warns of nothing',
  async (_when, done) => {
    await enqueueEffects()
    const server = await startServer()
    const clients = Array.from({ length: 4 }, (_, index) =>
      index % 2 === 0 ? readUntilRefused(server.url) : orderUntilRefused(server.url, stores[index] ?? ''),
    )
    while ((await waiting()) > stores.length * effectsOfStore - done);
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await Promise.all(clients)
    // A machine that is busy may let the load itself wait for a connection: no matter of the stop.
    const isOfLoad = ({ err }: Line) => err?.code === 'POOL_BUSY'
    expect(server.lines().filter((line) => line.level >= warning && !isOfLoad(line))).toEqual([])
    const { rows } = await owner.query<{ claimed: number }>(
      'select count(*)::integer as claimed from outbox where claimed_until is not null',
    )
    expect(rows).toEqual([{ claimed: 0 }])
  },
)

/** Tickets of unknown orders: each effect is a few statements. */
async function enqueueEffects(): Promise<void> {
  await owner.query('delete from outbox')
  await owner.query(
    `insert into outbox (store_id, id, kind, lane, due_at)
     select s, gen_random_uuid(), 'print-expiry', gen_random_uuid(), '2026-11-25T00:00Z'
     from unnest($1::uuid[]) s, generate_series(1, $2)`,
    [stores, effectsOfStore],
  )
}

async function waiting(): Promise<number> {
  const { rows } = await owner.query<{ left: number }>('select count(*)::integer as left from outbox')
  return rows[0]?.left ?? 0
}

interface Line {
  readonly level: number
  readonly err?: { readonly code?: string }
}

async function startServer() {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      // The clock of the test, whose tokens are sent.
      ...['--import', fileURLToPath(new URL('../scripts/testing/given-world.ts', import.meta.url))],
      fileURLToPath(new URL('main.ts', import.meta.url)),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: app.ownerUrl,
        PORT: String(port),
        DEMO: 'off',
        LOG_LEVEL: 'warn',
        CALL_LIMIT_FACTOR: '1000',
      },
    },
  )
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await new Promise((resolve) => child.once('message', resolve))
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    ended,
    lines: () =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Line),
  }
}

const identity = () => ({ [headers.userToken]: manager.token })

const readUntilRefused = (url: string) =>
  untilRefused(() =>
    fetch(`${url}/api${readBoard.path}?selection=${stores.join(',')}`, { headers: identity() }),
  )

const orderUntilRefused = (url: string, storeId: string) =>
  untilRefused(() =>
    fetch(`${url}/api${placeOrder.path}`, {
      method: 'POST',
      headers: {
        ...identity(),
        [headers.storeId]: storeId,
        [headers.idempotencyKey]: randomUUID(),
        'content-type': 'application/json',
      },
      body: JSON.stringify(ownOrder()),
    }),
  )

async function untilRefused(call: () => Promise<Response>): Promise<void> {
  try {
    for (;;) await (await call()).text()
  } catch {
    // The server is gone.
  }
}
