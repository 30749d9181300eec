import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { expectFitting } from './axe.ts'
import { chooseInMenu } from './board-page.ts'
import { chooseStores, openSignedIn, password, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

async function open(path: string, look: Look = {}, email = 'dona@balcao.example'): Promise<Page> {
  const page = await openSignedIn(panel, email, path, look)
  await page.locator('[data-order]').first().waitFor()
  return page
}
const phone = { width: 390, height: 844 }
const row = (page: Page, kind = 'Canal próprio') =>
  page.locator('[data-order]').filter({ hasText: kind }).filter({ hasText: 'Marcar como pronto' }).first()

describe('list layout', () => {
  test('the list layout is selected next to the board, is remembered, filters orders and moves them', async () => {
    const page = await open('/menu/orders')
    await chooseInMenu(page, 'Lista')
    await page.waitForURL(/layout=list/)
    const list = page.getByRole('list', { name: 'Pedidos em aberto' })
    await list.waitFor()
    await page.goto('/menu/orders')
    await list.waitFor()

    const id = (await row(page).getAttribute('data-order')) ?? ''
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
    await chooseInMenu(page, 'Colunas')
    await page.locator('[data-column=new]').waitFor()
    await page.context().close()
  })

  test.each([
    ['light', {}],
    ['dark', phone],
  ] as const)('the list fits and passes the accessibility rules in %s', async (theme, size) => {
    const page = await open('/menu/orders?layout=list', { theme, ...size })
    await page.waitForTimeout(500)
    await expectFitting(page, 'the list')
    await page.context().close()
  })
})

describe('wall display', () => {
  test('the wall shows the board with clock and freshness, has no actions, and closes with Esc', async () => {
    const page = await open('/menu/orders', { width: 1920, height: 1080 })
    await chooseInMenu(page, 'TV')
    const wall = page.getByRole('dialog', { name: 'Pedidos na TV' })
    await wall.getByText(/^\d\d:\d\d$/).waitFor()
    await wall.getByText('Ao vivo').waitFor()
    await page.waitForTimeout(500)
    await expectFitting(page, 'the wall')
    expect(await wall.getByRole('button').allInnerTexts()).toEqual(['Esc sai'])
    // A wall is visible to strangers: no full name, phone, address or money.
    expect(await wall.innerText()).not.toMatch(/R\$|\(\d\d\) 9|Rua |Avenida /)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('tv'))
    await page.locator('[data-column=new] article').first().waitFor()
    await page.context().close()
  })

  test('the wall pages through orders automatically and says when it loses the connection', async () => {
    const page = await open('/menu/orders?tv=1', { width: 1280, height: 640 })
    const kitchen = page.locator('[data-column=kitchen]')
    const pages = kitchen.getByText(/^\d+ de \d+$/)
    const first = await pages.innerText()
    const shown = await kitchen.locator('[data-order]').first().getAttribute('data-order')
    await expect.poll(() => pages.innerText(), { timeout: 12_000 }).not.toBe(first)
    expect(await kitchen.locator('[data-order]').first().getAttribute('data-order')).not.toBe(shown)
    await page.context().setOffline(true)
    await page.getByText(/Sem rede: pedidos de/).waitFor()
    await page.context().close()
  })
})

describe('two tabs', () => {
  test('two tabs share one connection, and the second receives orders before and after the first closes', async () => {
    const one = await open('/menu/orders')
    const lines: string[] = []
    one.context().on('request', (request) => {
      if (request.url().includes('/api/events')) lines.push(request.url())
    })
    // Two beats, after which the first tab knows that no other tab is listening.
    await one.waitForTimeout(9_000)
    const other = await one.context().newPage()
    await other.goto('/menu/orders')
    await other.locator('[data-order]').first().waitFor()
    await readyIn(one, other)
    // Two more, after which it still knows that one is listening.
    await one.waitForTimeout(9_000)
    await readyIn(one, other)
    expect(lines).toEqual([])
    const third = await open('/menu/orders')
    await one.close()
    await expect.poll(() => lines.length).toBe(1)
    await readyIn(third, other)
    await other.context().close()
    await third.context().close()
  })

  /** A step in one tab appears in the other long before that one would poll. */
  async function readyIn(tapped: Page, watching: Page): Promise<void> {
    const cards = tapped.locator('[data-column=kitchen] article').filter({ hasText: 'Canal próprio' })
    const id = (await cards.first().getAttribute('data-order')) ?? ''
    await watching.locator(`[data-column=kitchen] [data-order="${id}"]`).waitFor()
    await tapped
      .locator(`[data-order="${id}"]`)
      .getByRole('button', { name: /^Marcar como pronto/ })
      .click()
    await watching.locator(`[data-column=ready] [data-order="${id}"]`).waitFor({ timeout: 8_000 })
  }

  test('pending taps of both tabs are kept offline and each acts once after reconnecting', async () => {
    const one = await open('/menu/orders')
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
    const cards = one.locator('[data-column=kitchen] article').filter({ hasText: 'Canal próprio' })
    const ids = await Promise.all(
      [0, 1].map(async (at) => (await cards.nth(at).getAttribute('data-order')) ?? ''),
    )
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
    expect(
      await one.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('orderTap'))),
    ).toEqual([])
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
    await page.waitForTimeout(500)
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
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${panel.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return ((await reply.json()) as { data: { uid: string; idToken: string } }).data
  }
  const { idToken } = await post('/identity/sign-in', { email: 'dona@balcao.example', password })
  const numbers = Array.from({ length: count }, (_, index) => index)
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
        await post(
          '/orders',
          {
            type: 'TAKEOUT',
            customer: { name: `Cliente ${number}`, phone: null },
            items: [
              {
                externalCode: 'A-1',
                name: 'Pastel',
                quantity: 1,
                unitPriceCents: 1_500,
                totalCents: 1_500,
                notes: number % 7 === 0 ? 'Sem cebola' : null,
                options: [],
              },
            ],
            payments: [{ method: 'PIX', brand: null, cents: 1_500, prepaid: true, changeForCents: null }],
            orderCents: 1_500,
          },
          {
            'x-user-token': idToken,
            'x-store-id': demoStores[number % 6]?.id ?? '',
            'idempotency-key': randomUUID(),
          },
        )
    }),
  )
}
