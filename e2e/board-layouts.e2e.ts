import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { atRest } from './at-rest.ts'
import { expectFitting } from './axe.ts'
import { chooseInMenu, keptTaps } from './board-page.ts'
import { orderIn, placeOrder } from './menu-site.ts'
import { chooseStores, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
const owner = 'dona@balcao.example'

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

async function open(path: string, look: Look = {}): Promise<Page> {
  const page = await openSignedIn(panel, owner, path, look)
  await page.locator('[data-order]').first().waitFor()
  return page
}
const phone = { width: 390, height: 844 }
const inKitchen = (customer: string) => orderIn('kitchen', panel.url, customer)

describe('list layout', () => {
  test('the list layout is selected next to the board, is remembered, filters orders and moves them', async () => {
    const id = await inKitchen('Cliente da Lista')
    const delivered = await orderIn('new', panel.url, 'Entrega da Lista', {
      delivery: true,
      storeId: demoStores.find(({ name }) => name === 'Cantina Aurora')?.id ?? '',
    })
    // Tall enough that every order of a long list is rendered.
    const page = await open('/menu/orders', { height: 4_000 })
    await chooseInMenu(page, 'Lista')
    await page.waitForURL(/layout=list/)
    const list = page.getByRole('list', { name: 'Pedidos em aberto' })
    await list.waitFor()
    await page.goto('/menu/orders')
    await list.waitFor()

    const one = page.locator(`[data-order="${id}"]`)
    await one.getByRole('button', { name: /^Marcar como pronto/ }).click()
    await one.getByRole('button', { name: /^(Saiu para entrega|Entregue ao cliente|Concluir)/ }).waitFor()
    await one.getByRole('button', { name: /^Cancelar pedido/ }).click()
    await page.getByRole('dialog', { name: /^Cancelar o pedido/ }).waitFor()
    await page.keyboard.press('Escape')
    await one.getByRole('button', { name: /ver detalhes/ }).click()
    await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('pedido'))

    await page.getByRole('button', { name: 'Mais opções' }).click()
    await page.getByLabel('Tipo').selectOption('DELIVERY')
    await page.keyboard.press('Escape')
    await page.getByText(/Mostrando \d+ de/).waitFor()
    const collected = list.locator('[data-order]').filter({ hasNotText: 'Entrega' })
    await expect.poll(() => collected.count(), { timeout: 10_000 }).toBe(0)
    const store = 'Cantina Aurora'
    await chooseStores(page, store)
    const others = list.locator('[data-order]').filter({ hasNotText: store })
    await expect.poll(() => others.count(), { timeout: 10_000 }).toBe(0)
    await list.locator(`[data-order="${delivered}"]`).waitFor()
    await chooseInMenu(page, 'Colunas')
    await page.locator('[data-column=new]').waitFor()
    await page.context().close()
  })

  test.each([
    ['light', {}],
    ['dark', phone],
  ] as const)('the list fits and passes the accessibility rules in %s', async (theme, size) => {
    const page = await open('/menu/orders?layout=list', { theme, ...size })
    await atRest(page)
    await expectFitting(page, 'the list')
    await page.context().close()
  })
})

describe('two tabs', () => {
  test('two tabs share one connection, and the second receives orders before and after the first closes', async () => {
    const one = await openSignedIn(panel, owner, 'about:blank')
    const lines: string[] = []
    one.context().on('request', (request) => {
      if (request.url().includes('/api/events')) lines.push(request.url())
    })
    await one.addInitScript(keepStream)
    await one.goto('/menu/orders')
    await one.locator('[data-order]').first().waitFor()
    await expect.poll(() => lines.length).toBe(1)
    // After a beat the first tab knows that no other tab is listening.
    await beat(one)
    const other = await one.context().newPage()
    await other.goto('/menu/orders')
    await other.locator('[data-order]').first().waitFor()
    await readyIn(one, other)
    // After the next ones it still knows that one is listening.
    await beat(one)
    await beat(one)
    await readyIn(one, other)
    expect(lines).toHaveLength(1)
    const third = await open('/menu/orders')
    await one.close()
    await expect.poll(() => lines.length).toBe(2)
    await readyIn(third, other)
    await other.context().close()
    await third.context().close()
  })

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

  /** As the server sends one every few seconds; ends when the page has looked for other tabs. */
  const beat = (page: Page) =>
    page.evaluate(async () => {
      const { stream } = globalThis as unknown as { readonly stream: EventSource }
      stream.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ kind: 'beat' }) }))
      await navigator.locks.query()
    })

  /** A step in one tab appears in the other long before that one would poll. */
  async function readyIn(tapped: Page, watching: Page): Promise<void> {
    const id = await inKitchen('Cliente de Duas Abas')
    await watching.locator(`[data-column=kitchen] [data-order="${id}"]`).waitFor()
    // As from the keyboard: a tap at the place of the last one, within 400 ms of it, counts as the same tap.
    await tapped
      .locator(`[data-order="${id}"]`)
      .getByRole('button', { name: /^Marcar como pronto/ })
      .dispatchEvent('click')
    await watching.locator(`[data-column=ready] [data-order="${id}"]`).waitFor({ timeout: 8_000 })
  }

  test('pending taps of both tabs are kept offline and each acts once after reconnecting', async () => {
    const ids = [await inKitchen('Cliente das Abas'), await inKitchen('Cliente das Abas')]
    const one = await open('/menu/orders', { height: 4_000 })
    const other = await one.context().newPage()
    await other.goto('/menu/orders')
    await other.locator('[data-order]').first().waitFor()
    // A tab may read the other's queue a moment late and repeat a tap; under its first key it acts once.
    const sent = new Map<string, string>()
    for (const page of [one, other])
      page.on('response', (response) => {
        const id = /orders\/([0-9a-f-]{36})\/ready/.exec(response.url())?.[1]
        const key = response.request().headers()['idempotency-key']
        if (id && key && response.ok()) sent.set(key, id)
      })
    await one.context().setOffline(true)
    for (const [index, page] of [one, other].entries())
      await page
        .locator(`[data-order="${ids[index]}"]`)
        .getByRole('button', { name: /^Marcar como pronto/ })
        .click()
    await one.getByText('2 toques guardados').waitFor()
    await other.getByText('2 toques guardados').waitFor()
    await one.context().setOffline(false)
    for (const id of ids) {
      await one.locator(`[data-column=ready] [data-order="${id}"]`).waitFor()
      await other.locator(`[data-column=ready] [data-order="${id}"]`).waitFor()
    }
    await one.getByText(/toques? guardados?$/).waitFor({ state: 'detached' })
    await expect.poll(() => [...sent.values()].toSorted()).toEqual(ids.toSorted())
    await expect.poll(() => one.evaluate(keptTaps)).toEqual([])
    await one.context().close()
  })
})

describe('two thousand open orders', () => {
  beforeAll(async () => {
    // The board shows two thousand; the demo's own orders are among them.
    await placeMany(1_900)
  })

  test('two thousand orders are all on the board and only those near the viewport are rendered', async () => {
    const page = await open('/menu/orders')
    const waiting = page.locator('[data-column=new]')
    await page.waitForFunction(
      () =>
        Number(document.querySelector('[data-column=new] [aria-setsize]')?.getAttribute('aria-setsize')) >
        1_500,
    )
    expect(await page.locator('[data-order]').count()).toBeLessThan(120)
    const size = Number(await waiting.locator('[aria-setsize]').first().getAttribute('aria-setsize'))
    expect(await waiting.locator('[aria-posinset="1"]').count()).toBe(1)
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    await waiting.locator(`[aria-posinset="${size}"]`).waitFor()
    expect(await page.locator('[data-order]').count()).toBeLessThan(120)

    await page.evaluate(() => window.scrollTo({ top: 0 }))
    const seen = new Set<string>()
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('j')
      const id = await page.evaluate(() => document.activeElement?.getAttribute('data-order') ?? '')
      expect(id).not.toBe('')
      seen.add(id)
    }
    expect(seen.size).toBe(40)
    // Focus is kept when its card is scrolled out of view.
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('data-order'))
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    await waiting.locator(`[aria-posinset="${size}"]`).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-order'))).toBe(focused)

    await page.keyboard.press('/')
    await page.keyboard.type('Cliente 1899')
    await page.getByText(/Mostrando 1 de/).waitFor()
    await page.locator('[data-order]').filter({ hasText: 'Cliente 1899' }).waitFor()
    await page.keyboard.press('Escape')
    await chooseInMenu(page, 'Lista')
    await page.getByRole('list', { name: 'Pedidos em aberto' }).waitFor()
    expect(await page.locator('[data-order]').count()).toBeLessThan(60)
    await page.context().close()
  })
})

async function placeMany(count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index)
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        const storeId = demoStores[number % 6]?.id ?? ''
        const notes = number % 7 === 0 ? 'Sem cebola' : null
        const placed = await placeOrder(panel.url, storeId, `Cliente ${number}`, { notes })
        if (placed.status !== 200) throw new Error(placed.message)
      }
    }),
  )
}
