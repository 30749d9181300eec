import type pg from 'pg'
import type { Page } from 'playwright-core'

/** Live events of these orders, as a busy store has them. */
export async function publishEvents(
  database: pg.Client,
  storeId: string,
  ids: readonly string[],
  count: number,
): Promise<void> {
  await database.query(
    `select publish_live_events(
       array_fill($1::uuid, array[$3::int]),
       array(select ($2::uuid[])[1 + n % cardinality($2::uuid[])] from generate_series(0, $3::int - 1) n),
       array_fill('CONFIRMED'::text, array[$3::int]), array_fill(now(), array[$3::int]))`,
    [storeId, ids, count],
  )
  await database.query(`select pg_notify('balcao_live', '')`)
}

/** In the page: how many events of orders its stream has brought. */
export function countEvents(): void {
  const { EventSource } = globalThis
  const counter = { events: 0 }
  Object.assign(globalThis, {
    counter,
    EventSource: class extends EventSource {
      constructor(url: string) {
        super(url)
        this.addEventListener('message', ({ data }: MessageEvent<string>) => {
          if (data.includes('"kind":"order"')) counter.events += 1
        })
      }
    },
  })
}

export const heard = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => (globalThis as unknown as { counter: { events: number } }).counter.events >= wanted,
    count,
    { timeout: 60_000 },
  )

export interface Weight {
  readonly heapBytes: number
  readonly nodes: number
  readonly listeners: number
}

/** What the page holds once everything that can be collected is. */
export async function weightOf(page: Page): Promise<Weight> {
  const chrome = await page.context().newCDPSession(page)
  await chrome.send('Performance.enable')
  await chrome.send('HeapProfiler.collectGarbage')
  const { metrics } = await chrome.send('Performance.getMetrics')
  await chrome.detach()
  const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0
  return {
    heapBytes: valueOf('JSHeapUsedSize'),
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
  }
}
