import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '../contract/orders/orders.ts'
import type { readPrintStates } from '../contract/printing/printing.ts'
import type { Reply } from '../contract/shared/route.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { seededRandom } from '../demo/random.ts'
import { notesOf } from '../web/orders/orders.rules.ts'
import { sampleOrder } from '../web/testing/sample-order.ts'
import { atRest } from './at-rest.ts'
import { chooseInMenu } from './board-page.ts'
import { boxProblems } from './box-problems.ts'
import { generatedBoard } from './generated-boards.ts'
import { openSignedIn, sharedPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

type PrintStates = Reply<typeof readPrintStates>

const widths = [1280, 1366, 1440, 1536, 1920] as const
const boardsEach = 20
const parts = '[data-order], [data-column] > header, [aria-label="Agenda"], [aria-label="Entregues há pouco"]'

/** A page whose board shows what the test lays on it. */
async function openTable(prepare: (page: Page) => Promise<unknown> = () => Promise.resolve()) {
  const page = await openSignedIn(panel, 'dona@balcao.example', 'about:blank', { width: 1280, height: 900 })
  await prepare(page)
  const table: { orders: readonly Order[] } = { orders: [] }
  await page.addInitScript(keepStream)
  await page.route('**/api/orders/board**', (route) =>
    route.fulfill({
      json: {
        data: {
          orders: table.orders,
          generatedAt: new Date().toISOString(),
          truncated: false,
          finishedToday: { concluded: 0, cancelled: 0 },
        },
      },
    }),
  )
  await page.goto('/menu/orders')
  await page.locator('[data-column=new]').waitFor()
  await atRest(page)
  const lay = async (orders: readonly Order[], name: string) => {
    table.orders = orders
    await page.evaluate(resync)
    await page.locator('[data-order]').filter({ hasText: name }).waitFor()
  }
  return { page, lay }
}

/** In the page: its live stream is where the test can reach it. */
function keepStream(): void {
  const { EventSource } = globalThis
  Object.assign(globalThis, {
    EventSource: class extends EventSource {
      constructor(url: string) {
        super(url)
        Object.assign(globalThis, { stream: this })
      }
    },
  })
}

/** In the page: the server asks it to read the board again. */
function resync(): void {
  const { stream } = globalThis as unknown as { readonly stream: EventSource }
  stream.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ kind: 'resync' }) }))
}

/** Once the tickets are measured and placed. */
const settledProblems = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await document.documentElement.animate([], { duration: 1 }).finished
  })
  return boxProblems(page, parts)
}

test('on two hundred boards of an evening no text is cut and nothing overlaps, at every width of a desk', async () => {
  const random = seededRandom(38)
  const { page, lay } = await openTable()
  const problems: string[] = []
  let seen = 0
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const scheduled of [false, true])
      for (let turn = 0; turn < boardsEach; turn += 1) {
        const name = `Quadro ${seen}`
        await lay(generatedBoard(random, new Date(), scheduled, name), name)
        seen += 1
        for (const problem of await settledProblems(page)) problems.push(`${width} ${name}: ${problem}`)
      }
  }
  expect(problems.slice(0, 20)).toEqual([])
  expect(seen).toBe(200)
  await page.context().close()
})

test('in the list, dense or not, no text lies over another, and each note is read whole', async () => {
  const random = seededRandom(36)
  const { page, lay } = await openTable()
  await chooseInMenu(page, 'Lista')
  const problems: string[] = []
  for (const density of ['normal', 'dense']) {
    if (density === 'dense') await chooseInMenu(page, 'Compacto')
    for (const width of [390, ...widths]) {
      await page.setViewportSize({ width, height: 900 })
      const name = `Lista ${density} ${width}`
      const orders = generatedBoard(random, new Date(), true, name)
      await lay(orders, name)
      const notes = new Set(orders.flatMap(notesOf))
      const ofNotes = (problem: string) => [...notes].some((note) => problem.includes(note.slice(0, 60)))
      for (const problem of await settledProblems(page))
        if (problem.includes('overlaps') || ofNotes(problem)) problems.push(`${name}: ${problem}`)
      for (const order of orders) {
        const text = await page.locator(`[data-order="${order.id}"]`).innerText()
        for (const note of notesOf(order)) if (!text.includes(note)) problems.push(`${name} drops “${note}”`)
      }
    }
  }
  expect(problems.slice(0, 20)).toEqual([])
  await page.context().close()
})

test('a folded ticket says each note whole, and of which dish it is', async () => {
  const random = seededRandom(38)
  const { page, lay } = await openTable()
  await chooseInMenu(page, 'Compacto')
  await page.setViewportSize({ width: 1440, height: 900 })
  const orders = generatedBoard(random, new Date(), true, 'Dobrado')
  await lay(orders, 'Dobrado')
  const texts = await page
    .locator('article[data-order]:not(:has(ul))')
    .evaluateAll((tickets) =>
      tickets.map((one) => [one.getAttribute('data-order'), (one as HTMLElement).innerText] as const),
    )
  const read = orders.flatMap((order) => {
    const text = texts.find(([id]) => id === order.id)?.[1]
    return text === undefined ? [] : notesOf(order).map((note) => ({ note, text }))
  })
  expect(read.length).toBeGreaterThan(3)
  const dropped = read.filter(({ note, text }) => !text.includes(note))
  expect(dropped).toEqual([])
  await page.context().close()
})

test('the phone’s head names the stores in full', async () => {
  const { page } = await openTable()
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    const words = page.getByRole('button', { name: /mudar, agora/ })
    await words.filter({ hasText: 'todas as lojas' }).waitFor()
    await atRest(page)
    expect(await boxProblems(page, 'button:has([data-title])'), `${width} px`).toEqual([])
  }
  await page.context().close()
})

/** In the page: the screen stays on, and nobody was asked for notifications. */
function nothingElseIsWrong(): void {
  const lock = { addEventListener: () => null, release: () => Promise.resolve() }
  Object.defineProperty(navigator, 'wakeLock', { value: { request: () => Promise.resolve(lock) } })
  Object.defineProperty(Notification, 'permission', { value: 'default' })
}

test('what needs repair is read whole beside the sentence at every width of a desk, and its list opens at the beginning', async () => {
  const { page } = await openTable(async (opened) => {
    await opened.addInitScript(nothingElseIsWrong)
    await opened.route('**/api/stores/now**', (route) => route.fulfill({ json: { data: { stores: [] } } }))
  })
  const repair = page.getByTitle('O que precisa de conserto')
  const longNamed = demoStores.filter(({ name }) => name === 'Norte Grill Adrianópolis').map(({ id }) => id)
  const stopped = (storeIds: readonly string[]) =>
    page.route('**/api/config/print/states**', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: PrintStates }
      const printers = data.printers
        .filter(
          ({ storeId, name }) => storeIds.includes(storeId) && (storeIds.length > 1 || name === 'Cozinha'),
        )
        .map((printer) => ({ ...printer, state: 'out' }))
      await route.fulfill({ json: { data: { ...data, printers } } })
    })
  await stopped(longNamed)
  await page.evaluate(resync)
  await repair.filter({ hasText: 'Impressora Cozinha parada em Norte Grill Adrianópolis' }).waitFor()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await atRest(page)
    expect(await boxProblems(page, 'button:has([data-problems])'), `${width} px`).toEqual([])
  }
  await stopped(demoStores.map(({ id }) => id))
  await page.evaluate(resync)
  await repair.filter({ hasText: /\d+ impressoras paradas em 6 lojas/ }).waitFor()
  await repair.click()
  const list = page.getByRole('dialog', { name: 'O que precisa de conserto' })
  await list.getByRole('link', { name: 'Impressoras' }).waitFor()
  const scrolled = await list.evaluate(
    (panel) => [panel, ...panel.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0).length,
  )
  expect(scrolled).toBe(0)
  await page.context().close()
})

const order = (minutesAgo: number, name: string, changes: Partial<Order>): Order =>
  sampleOrder({
    id: randomUUID(),
    createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    storeId: demoStores[0]?.id ?? '',
    status: 'preparing',
    promisedAt: null,
    customer: { id: null, name, phone: null, document: null, ordersCount: null },
    ...changes,
  })

test('what a marketplace does not take back is shown before its step, and never on an order of the own channel', async () => {
  const { page, lay } = await openTable()
  await lay(
    [
      order(3, 'Do Parceiro', { platform: 'ifood' }),
      order(2, 'Da Casa', {}),
      order(1, 'Terceiro', { platform: 'ifood' }),
    ],
    'Terceiro',
  )
  const ticket = (name: string) => page.locator('[data-order]').filter({ hasText: name })
  await ticket('Do Parceiro').getByText('No iFood não dá para desfazer.').waitFor()
  // From the third on a ticket is folded.
  await ticket('Terceiro').getByText('sem desfazer').waitFor()
  expect(await ticket('Da Casa').getByText('desfazer').count()).toBe(0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await atRest(page)
    expect(await ticket('Terceiro').getByText('sem desfazer').evaluate(linesOf), `${width} px`).toBeLessThan(
      3,
    )
  }
  await page.context().close()
})

/** In the page: on how many lines its text stands. */
function linesOf(element: HTMLElement): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}

test('a late pick-up has a colour of its own; a late delivery that waits for its courier is red', async () => {
  const { page, lay } = await openTable()
  const overdue = { status: 'ready', promisedAt: new Date(Date.now() - 600_000).toISOString() } as const
  await lay(
    [
      order(60, 'Ainda Não Veio', { ...overdue, type: 'TAKEOUT' }),
      order(60, 'Espera o Motoboy', { ...overdue, type: 'DELIVERY' }),
    ],
    'Ainda Não Veio',
  )
  const isOf = (name: string, colour: 'wait' | 'late') =>
    page
      .locator('[data-order]')
      .filter({ hasText: name })
      .evaluate((ticket, wanted) => {
        const probe = ticket.appendChild(document.createElement('i'))
        probe.style.color = `var(--${wanted})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return getComputedStyle(ticket).backgroundImage.includes(color)
      }, colour)
  expect([await isOf('Ainda Não Veio', 'wait'), await isOf('Ainda Não Veio', 'late')]).toEqual([true, false])
  expect([await isOf('Espera o Motoboy', 'wait'), await isOf('Espera o Motoboy', 'late')]).toEqual([
    false,
    true,
  ])
  await page.context().close()
})

test('a marketplace’s delivered order is folded like an own one, and neither has a button', async () => {
  const { page, lay } = await openTable()
  const delivered = {
    status: 'delivered',
    statusSince: new Date(Date.now() - 240_000).toISOString(),
  } as const
  await lay(
    [
      order(30, 'Da Casa', { ...delivered, displayId: '901' }),
      order(30, 'Do Parceiro', { ...delivered, displayId: '902', platform: 'ifood' }),
      order(5, 'Na Cozinha', {}),
    ],
    'Na Cozinha',
  )
  const folded = page.getByRole('region', { name: 'Entregues há pouco' })
  for (const number of ['901', '902']) {
    await folded.getByText(new RegExp(`-${number}$`)).waitFor()
    expect(await page.locator('article[data-order]').filter({ hasText: number }).count()).toBe(0)
  }
  expect(await folded.getByRole('button', { name: /^(Concluir|Confirmar)/ }).count()).toBe(0)
  await page.context().close()
})
