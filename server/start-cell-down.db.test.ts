import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder, readBoard } from '../contract/orders/orders.ts'
import { headers } from '../contract/shared/headers.ts'
import { startFreeTier } from '../contract/stores/stores.ts'
import { freePort } from './db/postgres/private-postgres.ts'
import { everyKind } from './marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from './testing/app.ts'
import { bringBack, takeDown } from './testing/database-outage.ts'
import { newStore, openStore } from './testing/open-store.ts'
import { ownOrder } from './testing/orders.ts'
import { freshDatabase, type TestDatabase } from './testing/postgres.ts'
import { until } from './testing/until.ts'

const key = '3b9f5c0de1a78246f0b7719d54ce3a8812f6049bd7ca3350e86b91fd27a4c86e'

let directory: TestDatabase
let a: TestDatabase
let b: TestDatabase
/** A process from before, which people signed in at. */
let app: TestApp
let ana: Person
let bia: Person
let both: Person
let anas: string
let bias: string

beforeAll(async () => {
  directory = await freshDatabase()
  a = await freshDatabase()
  b = await freshDatabase()
  app = await testApp({ ENCRYPTION_KEY: key }, everyKind, {}, { directory, cells: { a, b } })
  ana = await app.addPerson('Ana')
  bia = await app.addPerson('Bia')
  anas = await openStore(app, ana, 'Açaí da Ana')
  bias = await openStore(app, bia, 'Bistrô da Bia')
  both = await app.addPerson('Gerente', { [anas]: 'manager', [bias]: 'manager' })
})
afterAll(() => app.close())

async function onCell<T extends pg.QueryResultRow>({ url }: TestDatabase, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(statement)
  await client.end()
  return rows
}

/** The process as an operator starts it. */
async function start() {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      ...['--import', fileURLToPath(new URL('../scripts/testing/given-world.ts', import.meta.url))],
      fileURLToPath(new URL('main.ts', import.meta.url)),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DATABASE_URL: directory.url,
        CELLS: `a=${a.url},b=${b.url}`,
        ENCRYPTION_KEY: key,
        PORT: String(port),
        DEMO: 'off',
      },
    },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://127.0.0.1:${port}`
  return {
    child,
    ended,
    printed: () => printed,
    isOver: () => child.exitCode !== null,
    ready: async () => {
      const reply = await fetch(`${origin}/health/ready`)
      return { status: reply.status, ...((await reply.json()) as { data: object }).data }
    },
    call: async (person: Person, path: string, sent: { storeId?: string; key?: string; body?: object }) => {
      const reply = await fetch(`${origin}/api${path}`, {
        method: sent.body ? 'POST' : 'GET',
        headers: {
          [headers.userToken]: person.token,
          [headers.userId]: person.uid,
          'content-type': 'application/json',
          ...(sent.storeId ? { [headers.storeId]: sent.storeId } : {}),
          ...(sent.key ? { [headers.idempotencyKey]: sent.key } : {}),
        },
        ...(sent.body ? { body: JSON.stringify(sent.body) } : {}),
      })
      const body = (await reply.json()) as {
        error?: string
        data?: { id?: string; orders?: { id: string }[] }
      }
      return { status: reply.status, body }
    },
  }
}

test('a process that starts while a cell is down serves the other one, says so, and takes the cell in with its migrations when it is back', async () => {
  await onCell(b, 'delete from schema_functions')
  await takeDown(b)
  const server = await start()
  await until(async () => server.isOver() || (await server.ready()).status === 200)
  expect(server.isOver(), server.printed()).toBe(false)
  expect(await server.ready()).toEqual({ status: 200, ready: true, cellsAway: ['b'] })
  const place = (person: Person, storeId: string, idempotencyKey: string) =>
    server.call(person, placeOrder.path, { storeId, key: idempotencyKey, body: ownOrder() })
  expect((await place(ana, anas, 'um')).status).toBe(200)
  expect((await place(bia, bias, 'dois')).status).toBe(503)
  const away = await server.call(both, readBoard.path, {})
  expect([away.status, away.body.error]).toEqual([503, 'selection/cell-away'])

  await bringBack(b)
  await until(
    () => server.ready(),
    (seen) => !('cellsAway' in seen),
  )
  expect((await place(bia, bias, 'dois')).status).toBe(200)
  const board = await server.call(both, readBoard.path, {})
  expect(board.body.data?.orders).toHaveLength(2)
  const functions = 'select name, sha256 from schema_functions order by name'
  expect(await onCell(b, functions)).toEqual(await onCell(a, functions))
  expect(server.printed().match(/the cell does not answer/g)).toHaveLength(1)
  expect(server.printed().match(/the cell answers and has its migrations/g)).toHaveLength(1)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}, 90_000)

test('a first store that opens while a cell is away goes to one that answers', async () => {
  await takeDown(a)
  const server = await start()
  await until(async () => server.isOver() || (await server.ready()).status === 200)
  const opened = []
  for (const name of ['Caio', 'Davi']) {
    const owner = await app.addPerson(name)
    const body = newStore(`Loja de ${name}`)
    opened.push(await server.call(owner, startFreeTier.path, { body, key: name }))
  }
  expect(opened.map(({ status }) => status)).toEqual([200, 200])
  await bringBack(a)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}, 90_000)

test('a start while the directory is down ends in words', async () => {
  await takeDown(directory)
  const server = await start()
  expect(await server.ended).toBe(1)
  expect(server.printed()).toContain('Não foi possível entrar no banco')
  expect(server.printed()).not.toContain('    at ')
  await bringBack(directory)
}, 90_000)
