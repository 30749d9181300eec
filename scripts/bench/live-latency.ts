import { randomUUID } from 'node:crypto'
import { headers } from '../../contract/headers.ts'
import { openPanel, signIn, type Panel } from '../../e2e/panel.ts'

export interface LiveLatency {
  readonly events: number
  readonly perSecond: number
  readonly missed: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const steps = ['confirm', 'ready', 'deliver', 'conclude'] as const

/**
 * From the answer of the write (its commit lies just before) to the card in that version on the
 * board of a real browser. Orders go through their whole life, so that the board stays a board.
 */
export async function measureLive(
  panel: Panel,
  token: string,
  storeId: string,
  perSecond: number,
  seconds: number,
  /** So many orders stay on the board. */
  openOrders = 40,
): Promise<LiveLatency> {
  const page = await openPanel(panel)
  await signIn(page, 'dona@balcao.example')
  await page.goto('/menu/orders')
  await page.locator('[data-column]').first().waitFor()
  await page.evaluate(() => {
    const seen: Record<string, number> = {}
    Object.assign(window, { seen })
    const look = () => {
      for (const card of document.querySelectorAll<HTMLElement>('[data-order]')) {
        seen[`${card.dataset.order ?? ''}:${card.dataset.version ?? ''}`] ??= Date.now()
      }
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-version'],
    })
  })
  const post = async (path: string, body: object, key?: string) => {
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
  const committed: { id: string; version: number; at: number }[] = []
  const open: { id: string; step: number }[] = []
  const writes: Promise<void>[] = []
  const until = Date.now() + seconds * 1_000
  for (let due = Date.now(); due < until; due += 1_000 / perSecond) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())))
    const next = open.length >= openOrders ? open.shift() : undefined
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
  const seen = await page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)
  await page.context().close()
  const took = committed.flatMap(({ id, version, at }) => {
    // A card that was drawn in a later version already has shown this one's state.
    const shown = [version, version + 1, version + 2]
      .map((one) => seen[`${id}:${one}`])
      .find((time) => time !== undefined)
    return shown === undefined ? [] : [Math.max(0, shown - at)]
  })
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    events: committed.length,
    perSecond,
    missed: committed.length - took.length,
    p50: at(0.5),
    p99: at(0.99),
    max: sorted.at(-1) ?? 0,
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
