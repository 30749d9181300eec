import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { headers } from '../../contract/shared/headers.ts'
import type { Route } from '../../contract/shared/route.ts'
import { setCapacity } from '../../contract/orders/rules.ts'
import { deleteSpecialDay, saveSpecialDay } from '../../contract/stores/hours.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { spawnSimulator } from '../../simulator/spawn-simulator.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { startProduct, type Product } from './product.ts'

export interface Step {
  readonly step: string
  readonly isTrue: boolean
  readonly seen: string
}

const pollSeconds = 2
const merchantId = randomUUID()
const keys = { clientId: 'faults', clientSecret: 'secret' }
const writesPause = /^POST .*\/interruptions$/
const writesWeek = /^PUT .*\/opening-hours$/
const claimsPresence = /^GET .*events:polling(?!.*excludeHeartbeat)/
/** A claim of 40 s has to end, the server has to start, and the machine may be slow. */
const withinMs = 180_000

/**
 * Kills the server between what it wrote at the marketplace and the row that says so, and looks whether both agree
 * again without anybody's help: pauses, the hours of a special day, and the presence of a store.
 */
export async function killChannelWriter(): Promise<readonly Step[]> {
  const simulator = await spawnSimulator(keys)
  const proxy = await cuttingProxy(simulator.url)
  const control = simulatorControl(simulator.url)
  await control.setMerchants([{ merchantId, name: 'Brasa', menu: [] }])
  const product = await startProduct({
    environment: {
      IFOOD_BASE_URL: proxy.url,
      IFOOD_CLIENT_ID: keys.clientId,
      IFOOD_CLIENT_SECRET: keys.clientSecret,
      IFOOD_POLL_SECONDS: String(pollSeconds),
    },
    store: {
      merchantId,
      // Day and night: a store outside its hours is polled without being shown.
      openingHours: weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' })),
    },
  })
  const owner = new pg.Client({ connectionString: product.ownerUrl })
  await owner.connect()
  try {
    const kit: Kit = {
      product,
      owner,
      control,
      kill: (pattern) => proxy.cutNext(pattern, product.killServer),
    }
    const steps = [...(await pauses(kit)), ...(await specialDays(kit))]
    return [...steps, await presence(kit, () => proxy.count(claimsPresence))]
  } finally {
    await owner.end()
    await product.stop()
    await proxy.stop()
    await simulator.stop()
  }
}

interface Kit {
  readonly product: Product
  readonly owner: pg.Client
  readonly control: ReturnType<typeof simulatorControl>
  /** Resolves when the server is dead: the request that meets the pattern has been done, and is not answered. */
  kill(pattern: RegExp): Promise<void>
}

async function pauses(kit: Kit): Promise<readonly Step[]> {
  const dead = kit.kill(writesPause)
  let version = await setLevel(kit, 'paused', 0)
  await dead
  const paused = await becomes('a pause that was made and not noted is one pause, and noted', async () => {
    const { atChannel, inRow } = await pausesNow(kit)
    return { isTrue: atChannel.length === 1 && atChannel[0] === inRow, seen: { atChannel, inRow } }
  })
  version = await setLevel(kit, 'normal', version)
  await open(kit, 'reopening ends it')
  const deadAgain = kit.kill(writesPause)
  version = await setLevel(kit, 'paused', version)
  await deadAgain
  // Before the pause is tried again: what is wanted then is an open store.
  await setLevel(kit, 'normal', version)
  return [paused, await open(kit, 'a store reopened before the lost pause was tried again is open')]
}

const open = (kit: Kit, step: string): Promise<Step> =>
  becomes(step, async () => {
    const { atChannel, inRow, waiting } = await pausesNow(kit)
    return {
      isTrue: atChannel.length === 0 && inRow === null && waiting === 0,
      seen: { atChannel, inRow, waiting },
    }
  })

async function specialDays(kit: Kit): Promise<readonly Step[]> {
  const day = new Date(Date.now() + 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
  const weekday = new Date(`${day}T12:00:00Z`)
    .toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    .toUpperCase()
  const week = (missing: string | null) => weekdays.filter((one) => one !== missing).toSorted()
  const shows = (step: string, wanted: readonly string[]) =>
    becomes(step, async () => {
      const { shifts } = await kit.control.readOpeningHours(merchantId)
      const { rows } = await kit.owner.query<{ seen: { weekday: string }[] | null }>(
        `select seen from channel_wishes where kind = 'hours'`,
      )
      const atChannel = (shifts ?? []).map((shift) => shift.dayOfWeek).toSorted()
      const inRow = (rows[0]?.seen ?? []).map((shift) => shift.weekday).toSorted()
      const waiting = await waitingEffects(kit, 'channel-hours')
      // The week turns back on its own: an effect of a later day.
      const turns = await laterEffects(kit, 'channel-hours')
      const agree = isDeepStrictEqual(atChannel, wanted) && isDeepStrictEqual(inRow, wanted)
      return {
        isTrue: agree && waiting === 0 && turns > 0,
        seen: { atChannel: atChannel.length, inRow: inRow.length, waiting, turns },
      }
    })
  const dead = kit.kill(writesWeek)
  const special = { day, name: 'Festa', kind: 'closed' as const, intervals: [], version: 0 }
  await ask(kit, saveSpecialDay, { body: special })
  await dead
  const closed = await shows('a special day that was written and not noted is closed', week(weekday))
  const deadAgain = kit.kill(writesWeek)
  await ask(kit, deleteSpecialDay, { query: { day } })
  await deadAgain
  return [closed, await shows('a special day that was taken back is open', week(null))]
}

/** Two processes that both claim it would claim it twice as often. */
async function presence(kit: Kit, claims: () => number): Promise<Step> {
  kit.product.killServer()
  const [began, before] = [performance.now(), claims()]
  await becomes('polled again', async () => ({ isTrue: claims() > before + 5, seen: claims() }))
  const seconds = (performance.now() - began) / 1_000
  const [made, most] = [claims() - before, Math.floor(seconds / pollSeconds) + 1]
  return {
    step: 'after the restart the store is shown by one process',
    isTrue: made <= most && made > 5,
    seen: `${made} claims in ${seconds.toFixed(1)} s, at most ${most}`,
  }
}

async function pausesNow({ owner, control }: Kit) {
  const atChannel = (await control.readInterruptions(merchantId)).map(({ id }) => id)
  const { rows } = await owner.query<{ id: string | null }>(
    `select seen #>> '{0,id}' as id from channel_wishes where kind = 'pause'`,
  )
  return { atChannel, inRow: rows[0]?.id ?? null, waiting: await waitingEffects({ owner }, 'channel-pause') }
}

const waitingEffects = ({ owner }: Pick<Kit, 'owner'>, kind: string): Promise<number> =>
  effectsDue(owner, kind, '<')

const laterEffects = ({ owner }: Pick<Kit, 'owner'>, kind: string): Promise<number> =>
  effectsDue(owner, kind, '>')

async function effectsDue(owner: pg.Client, kind: string, side: '<' | '>'): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from outbox where kind = $1 and due_at ${side} now() + interval '1 minute'`,
    [kind],
  )
  return rows[0]?.count ?? 0
}

async function becomes(step: string, look: () => Promise<{ isTrue: boolean; seen: unknown }>): Promise<Step> {
  const began = performance.now()
  for (;;) {
    const { isTrue, seen } = await look()
    const ms = performance.now() - began
    if (isTrue || ms > withinMs)
      return { step, isTrue, seen: `${JSON.stringify(seen)} after ${Math.round(ms / 1_000)} s` }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Returns the new version. */
async function setLevel(kit: Kit, level: 'normal' | 'paused', version: number): Promise<number> {
  const answer = (await ask(kit, setCapacity, { body: { level, version } })) as { version: number }
  return answer.version
}

/** Repeats the call while the server starts. */
async function ask(
  { product }: Kit,
  route: Route,
  { body, query }: { readonly body?: object; readonly query?: Readonly<Record<string, string>> },
): Promise<unknown> {
  const { url, reader, stores } = product
  for (const began = performance.now(); ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const reply = await fetch(`${url}/api${route.path}?${new URLSearchParams(query).toString()}`, {
      method: route.method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        [headers.userToken]: reader.token,
        [headers.userId]: reader.uid,
        [headers.storeId]: stores[0] ?? '',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => null)
    const answer = (await reply?.json()) as { data?: unknown } | undefined
    if (reply?.ok) return answer?.data
    if (reply && reply.status < 500)
      throw new Error(`${route.name}: ${reply.status} ${JSON.stringify(answer)}`)
    if (performance.now() - began > withinMs) throw new Error(`${route.name} was never answered`)
  }
}
