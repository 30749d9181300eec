import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { headers } from '../contract/shared/headers.ts'
import { openPanel, signIn, type Panel } from '../e2e/panel.ts'

export interface LiveLatency {
  readonly events: number
  readonly perSecond: number
  /** Orders whose card was drawn when they changed; the figures cover these. */
  readonly onScreen: number
  /** Changes of these that never appeared on screen. */
  readonly missed: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const steps = ['confirm', 'ready', 'deliver', 'conclude'] as const

export interface LiveWork {
  readonly perSecond: number
  readonly seconds: number
  /** Number of orders kept on the board. */
  readonly openOrders: number
}

/**
 * Recorded inside the page during the measurement: draw time by order id, and by version where it matters.
 */
interface Drawn {
  readonly seen: Readonly<Record<string, number>>
  readonly stays: Readonly<Record<string, readonly [entered: number, left: number | null][]>>
}

/**
 * From the response to a write (sent right after its commit) to the screen of a real browser: the card drawn
 * in its new version or removed from the column. Cards below the fold are not drawn and cannot be timed.
 * Orders go through their whole life cycle so that the board stays realistic.
 */
export async function measureLive(
  panel: Panel,
  token: string,
  storeId: string,
  { perSecond, seconds, openOrders }: LiveWork,
): Promise<LiveLatency> {
  const page = await openPanel(panel)
  await openBoard(page)
  // Only this store: otherwise orders that never move would fill the screen.
  await showOnly(page, storeId)
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    const stays: Record<string, [entered: number, left: number | null][]> = {}
    Object.assign(window, { seen, stays })
    let drawn = new Set<string>()
    const look = () => {
      const now = Date.now()
      const previous = drawn
      drawn = new Set()
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-order]')) {
        const id = dataset.order ?? ''
        seen[`${id}:${dataset.version ?? ''}`] ??= now
        drawn.add(id)
        if (!previous.has(id)) (stays[id] ??= []).push([now, null])
      }
      for (const id of previous) {
        const stay = drawn.has(id) ? undefined : stays[id]?.at(-1)
        if (stay) stay[1] = now
      }
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-version'],
    })
    look()
  })
  const post = poster(panel, token, storeId)
  const committed: { id: string; version: number; at: number }[] = []
  const open: { id: string; step: number }[] = []
  const writes: Promise<void>[] = []
  const until = Date.now() + seconds * 1_000
  for (let due = Date.now(); due < until; due += 1_000 / perSecond) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())))
    // Pick any of them: always moving the topmost would scroll columns faster than anyone can read.
    const [next] = open.length >= openOrders ? open.splice(Math.floor(Math.random() * open.length), 1) : []
    const action = next ? steps[next.step] : undefined
    writes.push(
      (next && action
        ? post(`/orders/${next.id}/${action}`, {})
        : post('/orders', benchBody, randomUUID())
      ).then((order) => {
        if (order.status === 'concluded') return
        committed.push({ id: order.id, version: order.version, at: order.answeredAt })
        open.push({ id: order.id, step: next ? next.step + 1 : 0 })
      }),
    )
  }
  await Promise.all(writes)
  await page.waitForTimeout(2_000)
  const { seen, stays } = await page.evaluate(() => {
    const { seen: versions, stays: times } = window as unknown as Drawn
    return { seen: versions, stays: times }
  })
  await page.context().close()
  const took = committed.flatMap(({ id, version, at }) => {
    // The event can reach the screen slightly before the response to the write arrives.
    const stay = stays[id]?.find(([entered, left]) => entered < at - 100 && (left ?? at) >= at - 100)
    if (!stay) return []
    // A card drawn in a later version includes this change.
    const drawn = [version, version + 1, version + 2].flatMap((one) => seen[`${id}:${one}`] ?? [])
    const shown = Math.min(...drawn, stay[1] ?? Number.POSITIVE_INFINITY)
    return [Math.max(0, shown - at)]
  })
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    events: committed.length,
    perSecond,
    onScreen: took.length,
    missed: took.filter((ms) => !Number.isFinite(ms)).length,
    p50: at(0.5),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
  }
}

export interface EventScripting {
  readonly perSecond: number
  readonly openOrders: number
  readonly events: number
  /** With the processor throttled 4×, minus the cost of an idle screen. */
  readonly scriptMsPerEvent: number
  /** The same including layout, style and painting. */
  readonly taskMsPerEvent: number
  readonly idleScriptMsPerSecond: number
}

/**
 * Main-thread time that one event costs the page with the usual screen, so that other load on the machine
 * does not count. Events of a rush are drawn together.
 */
export async function measureScripting(
  panel: Panel,
  token: string,
  storeId: string,
  { perSecond, seconds, openOrders }: LiveWork,
): Promise<EventScripting> {
  const post = poster(panel, token, storeId)
  const page = await openPanel(panel)
  await openBoard(page)
  await showOnly(page, storeId)
  const open = await filledBoard(post, openOrders)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // Counted at the source: observing the page's network would make each call slower.
  const counter = new pg.Client({ connectionString: panel.databaseUrl() })
  await counter.connect()
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000
    const { rows } = await counter.query<{ events: string }>(
      'select count(*) as events from order_events where store_id = $1',
      [storeId],
    )
    return {
      script: of('ScriptDuration'),
      task: of('TaskDuration'),
      events: Number(rows[0]?.events),
      at: Date.now(),
    }
  }
  await page.waitForTimeout(5_000)
  const idleFrom = await spent()
  await page.waitForTimeout(8_000)
  const idleTo = await spent()
  const perIdleMs = (name: 'script' | 'task') => (idleTo[name] - idleFrom[name]) / (idleTo.at - idleFrom.at)
  const from = await spent()
  await workBoard(post, open, { perSecond, seconds })
  await page.waitForTimeout(2_000)
  const to = await spent()
  await counter.end()
  await page.context().close()
  // Restore the board for the next measurement.
  for (const { id, step } of open)
    for (const action of steps.slice(step)) await post(`/orders/${id}/${action}`, {})
  const perEvent = (name: 'script' | 'task') =>
    Math.round(
      (10 * (to[name] - from[name] - perIdleMs(name) * (to.at - from.at))) / (to.events - from.events),
    ) / 10
  return {
    perSecond,
    openOrders,
    events: to.events - from.events,
    scriptMsPerEvent: perEvent('script'),
    taskMsPerEvent: perEvent('task'),
    idleScriptMsPerSecond: Math.round(perIdleMs('script') * 1_000),
  }
}

interface OpenOrder {
  readonly id: string
  /** Number of steps done. */
  readonly step: number
}

type Post = ReturnType<typeof poster>

/** Fills all columns with this many open orders in total. */
async function filledBoard(post: Post, openOrders: number): Promise<OpenOrder[]> {
  const open: OpenOrder[] = []
  while (open.length < openOrders) {
    const { id } = await post('/orders', benchBody, randomUUID())
    const step = open.length % 3
    for (const action of steps.slice(0, step)) await post(`/orders/${id}/${action}`, {})
    open.push({ id, step })
  }
  return open
}

/** Advances the oldest orders and replaces each concluded one, so that the board stays equally full. */
async function workBoard(
  post: Post,
  open: OpenOrder[],
  { perSecond, seconds }: Pick<LiveWork, 'perSecond' | 'seconds'>,
): Promise<void> {
  const writes: Promise<void>[] = []
  const until = Date.now() + seconds * 1_000
  for (let due = Date.now(); due < until; due += 1_000 / perSecond) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())))
    const next = open.shift()
    const action = next && steps[next.step]
    if (!action) throw new Error('All of the board is on its way.')
    writes.push(
      post(`/orders/${next.id}/${action}`, {}).then(async ({ status }) => {
        if (status !== 'concluded') open.push({ id: next.id, step: next.step + 1 })
        else open.push({ id: (await post('/orders', benchBody, randomUUID())).id, step: 0 })
      }),
    )
  }
  await Promise.all(writes)
}

async function openBoard(page: Page): Promise<void> {
  await signIn(page, 'dona@balcao.example')
  await page.goto('/menu/orders')
  await page.locator('[data-column]').first().waitFor()
}

/** As if chosen at an earlier visit. */
async function showOnly(page: Page, storeId: string): Promise<void> {
  await page.evaluate((id) => localStorage.setItem('selectedStores', `stores=${id}`), storeId)
  await page.reload()
  await page.locator('[data-column]').first().waitFor()
}

function poster(panel: Panel, token: string, storeId: string) {
  return async (path: string, body: object, key?: string) => {
    const reply = await fetch(`${panel.url}/api${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [headers.userToken]: token,
        [headers.storeId]: storeId,
        ...(key ? { [headers.idempotencyKey]: key } : {}),
      },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    const { data } = (await reply.json()) as { data: { id: string; version: number; status: string } }
    return { ...data, answeredAt: Date.now() }
  }
}

const benchBody = {
  type: 'TAKEOUT',
  customer: { name: 'Medida', phone: null },
  items: [
    {
      externalCode: 'B-1',
      name: 'Pastel',
      quantity: 1,
      unitPriceCents: 1_000,
      totalCents: 1_000,
      notes: null,
      options: [],
    },
  ],
  payments: [{ method: 'PIX', brand: null, cents: 1_000, prepaid: true, changeForCents: null }],
  orderCents: 1_000,
}
