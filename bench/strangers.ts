import sharp from 'sharp'
import { headers } from '../contract/shared/headers.ts'
import { createUser } from '../server/identity/identity.ts'
import { openDatabase } from '../server/db/connections/pool.ts'
import { addTenants, type Tenant } from './attack/victims.ts'
import { startServer } from './live-streams.ts'
import { startLoad } from './load.ts'
import type { LoadWish } from './load-client.ts'

/** What a neighbour and a person who signs in notice of strangers. Ratios of p99 to the same server at rest. */
export interface StrangersRow {
  readonly load: string
  /** Goal: ≤ 1.5; beside readers of reports ≤ 3. */
  readonly boardRatio: number
  /** Goal: ≤ 2. */
  readonly signInRatio: number
  readonly boardP99: number
  readonly signInP99: number
  readonly answered: number
  readonly refused: number
  readonly failed: number
}

const MB = 1024 * 1024
const password = 'Segura#Lua2026'
const looks = 200
const signIns = 30

export async function measureStrangers(ownerUrl: string, port: number): Promise<readonly StrangersRow[]> {
  const [neighbour, stranger, ...readers] = await addTenants(ownerUrl, 34)
  if (!neighbour || !stranger) throw new Error('no tenants')
  const database = await openDatabase(ownerUrl)
  await createUser(database.db, { email: 'ana@loja.example', name: 'Ana', password })
  await database.close()
  const server = await startServer(ownerUrl, port, { CALL_LIMIT_FACTOR: '1', ROLE: 'all' })
  const url = `http://127.0.0.1:${String(port)}/api`
  try {
    const loads = await loadsOf(url, stranger, readers)
    const rest = await probe(url, neighbour)
    const rows: StrangersRow[] = [row('nobody', rest, rest, { answered: 0, refused: 0, failed: 0 })]
    for (const { name, wishes, clients } of loads) {
      const load = startLoad(wishes, clients)
      const beside = await probe(url, neighbour)
      rows.push(row(name, rest, beside, await load.stop()))
    }
    return rows
  } finally {
    server.kill()
  }
}

async function loadsOf(url: string, stranger: Tenant, readers: readonly Tenant[]) {
  const json = { 'content-type': 'application/json' }
  const own = { ...json, [headers.userToken]: stranger.token, [headers.storeId]: stranger.storeId }
  const photo = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const item = { name: 'Prato', priceCents: 100, photo: `data:image/png;base64,${photo.toString('base64')}` }
  const sheet = Buffer.from(`Item;Preço\n${'a;1\n'.repeat(0.45 * MB)}`).toString('base64')
  const days = 'from=2026-08-01&to=2026-11-24'
  const bodies: LoadWish = {
    url: `${url}/delivery/config/mine`,
    headers: json,
    expected: 401,
    body: '['.repeat(1.9 * MB) + ']'.repeat(1.9 * MB),
  }
  return [
    { name: 'anonymous bodies of 4 MB, 5 at once', wishes: [bodies], clients: 5 },
    {
      name: '60 photos of one account',
      wishes: [{ url: `${url}/menu/items`, headers: own, body: JSON.stringify(item), expected: 409 }],
      clients: 60,
    },
    {
      name: '12 slow sheets',
      wishes: [
        {
          url: `${url}/menu/imports/mine`,
          headers: own,
          body: JSON.stringify({ name: 'a.csv', content: sheet }),
        },
      ],
      clients: 12,
    },
    {
      name: '20 exports',
      wishes: [
        { url: `${url}/orders/history/file?selection=${stranger.storeId}&${days}&format=xlsx`, headers: own },
      ],
      clients: 20,
    },
    {
      name: '256 readers of reports',
      wishes: readers.map(({ token, storeId }) => ({
        url: `${url}/reports/daily?selection=${storeId}`,
        headers: { [headers.userToken]: token },
      })),
      clients: 256,
    },
  ] as const
}

interface Probe {
  readonly board: readonly number[]
  readonly signIn: readonly number[]
}

/** The neighbour's board, and beside it a person who signs in again and again. */
async function probe(url: string, neighbour: Tenant): Promise<Probe> {
  const board = async () =>
    timed(`${url}/orders/board?selection=${neighbour.storeId}`, {
      headers: { [headers.userToken]: neighbour.token },
    })
  const signIn = async () =>
    timed(`${url}/identity/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@loja.example', password }),
    })
  const [boards, signedIn] = await Promise.all([repeated(board, looks, 40), repeated(signIn, signIns, 250)])
  return { board: boards, signIn: signedIn }
}

async function timed(url: string, init: RequestInit): Promise<number> {
  const begun = performance.now()
  const reply = await fetch(url, init)
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${url} answered ${String(reply.status)}`)
  return performance.now() - begun
}

async function repeated(once: () => Promise<number>, times: number, restMs: number): Promise<number[]> {
  const all: number[] = []
  for (let run = 0; run < times; run += 1) {
    all.push(await once())
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  return all
}

const p99 = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * 0.99)] ?? 0

const row = (
  load: string,
  rest: Probe,
  beside: Probe,
  report: Pick<StrangersRow, 'answered' | 'refused' | 'failed'>,
): StrangersRow => ({
  load,
  boardRatio: round(p99(beside.board) / p99(rest.board)),
  signInRatio: round(p99(beside.signIn) / p99(rest.signIn)),
  boardP99: round(p99(beside.board)),
  signInP99: round(p99(beside.signIn)),
  ...report,
})

const round = (value: number): number => Math.round(value * 100) / 100
