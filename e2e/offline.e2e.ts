import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWithClock } from './board-page.ts'
import { frontServer } from './front-server.ts'
import { orderIn } from './menu-site.ts'
import { rowsOf } from './on-database.ts'
import { openPanel, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
let front: Awaited<ReturnType<typeof frontServer>>
const phone = { width: 390, height: 844, worker: 'allow' } as const

beforeAll(async () => {
  panel = await startPanel()
  front = await frontServer(panel.url)
})
afterAll(async () => {
  await front.stop()
  await panel.stop()
})

async function board(url = panel.url): Promise<Page> {
  const page = await openWithClock({ ...panel, url }, 'gerente@balcao.example', '/menu/orders', phone)
  return keeping(page)
}

/** With the files and the last orders kept, which the panel begins three seconds after its start. */
async function keeping(page: Page): Promise<Page> {
  await page.getByText('Ao vivo').first().waitFor()
  await page.clock.fastForward(3_000)
  await keptEverything(page)
  return page
}

const keptEverything = (page: Page) =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            (await caches.match('/offline')) !== undefined && (await caches.keys()).includes('last-read'),
        ),
      { timeout: 30_000 },
    )
    .toBe(true)

/** Kept every 15 s; hiding the page keeps them at once. */
async function keepOrders(page: Page, customer: string): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const lastRead = async () => {
    const storage = await caches.open('last-read')
    const replies = await storage.matchAll()
    return (await Promise.all(replies.map((reply) => reply.text()))).join('')
  }
  await expect.poll(() => page.evaluate(lastRead)).toContain(customer)
}

const keptNames = (page: Page) => page.evaluate(() => caches.keys())

const rows = <Row extends object>(statement: string, values: readonly unknown[] = []) =>
  rowsOf<Row>(panel.databaseUrl(), statement, values)

const eventsOf = (customer: string, type: string) =>
  rows(
    `select 1 from order_events e join orders o on o.id = e.order_id
     where o.detail -> 'customer' ->> 'name' = $1 and e.type = $2`,
    [customer, type],
  )
const accepted = (customer: string) => eventsOf(customer, 'CONFIRMED')

test('without a network the panel opens, shows the last orders with their age, and moves between pages', async () => {
  const customer = 'Cliente de Antes'
  await orderIn('new', panel.url, customer)
  const page = await board()
  const context = page.context()
  await page.getByText(customer).waitFor()
  await keepOrders(page, customer)
  await context.setOffline(true)
  await page.reload()
  await page.getByText(customer).waitFor()
  await page.getByText(/^pedidos de \d\d:\d\d$/).waitFor()
  await page
    .getByRole('navigation', { name: 'Principal, no celular' })
    .getByRole('link', { name: /^Conversas/ })
    .click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByRole('navigation', { name: 'Principal, no celular' })
    .getByRole('link', { name: /^Pedidos/ })
    .click()
  await page.getByText(customer).waitFor()
  expect(await page.getByText(/avise o suporte/).count()).toBe(0)
  await context.setOffline(false)
  await page.getByText('Ao vivo').first().waitFor()
  await page.getByText('Sem rede').waitFor({ state: 'detached' })
  await context.close()
})

test('a tap without a network stays on its ticket, survives closing and reopening, and is sent once', async () => {
  const customer = 'Toque Guardado'
  await orderIn('new', panel.url, customer)
  const page = await board()
  const context = page.context()
  const ticket = (of: Page) => of.locator('[data-column=new] [data-order]').filter({ hasText: customer })
  const moved = async (of: Page) => {
    await of.getByRole('tab', { name: /Preparo/ }).click()
    return of
      .locator('[data-column=kitchen] [data-order]')
      .filter({ hasText: customer })
      .getByText('Guardado no aparelho, segue com a rede')
  }
  await ticket(page).waitFor()
  await keepOrders(page, customer)
  await context.setOffline(true)
  await ticket(page)
    .getByRole('button', { name: /^Aceitar pedido/ })
    .click()
  await ticket(page).waitFor({ state: 'detached' })
  await (await moved(page)).waitFor()
  await page.close()

  const reopened = await context.newPage()
  reopened.setDefaultTimeout(30_000)
  await reopened.goto('/menu/orders')
  const kept = await moved(reopened)
  await kept.waitFor()
  expect(await accepted(customer)).toHaveLength(0)
  await context.setOffline(false)
  await expect.poll(() => accepted(customer), { timeout: 20_000 }).toHaveLength(1)
  await kept.waitFor({ state: 'detached' })
  expect(await reopened.getByText('outra pessoa').count()).toBe(0)
  // Taps are sent one after the other: had the first been sent again, it would have been before the next one.
  await reopened
    .locator('[data-column=kitchen] [data-order]')
    .filter({ hasText: customer })
    .getByRole('button', { name: /^Marcar como pronto/ })
    .click()
  await expect.poll(() => eventsOf(customer, 'READY')).toHaveLength(1)
  expect(await accepted(customer)).toHaveLength(1)
  await context.close()
})

test('a tap kept by one person is not sent by another who signs in', async () => {
  const customer = 'Toque de Outra Pessoa'
  await orderIn('new', panel.url, customer)
  const page = await board()
  const context = page.context()
  const ticket = page.locator('[data-column=new] [data-order]').filter({ hasText: customer })
  await ticket.waitFor()
  await context.setOffline(true)
  await ticket.getByRole('button', { name: /^Aceitar pedido/ }).click()
  await ticket.waitFor({ state: 'detached' })
  await page.close()
  await context.clearCookies()
  await context.setOffline(false)
  const other = await context.newPage()
  // Signed in at the board: the notice is shown once, wherever the person is.
  await other.goto('/menu/orders')
  await signIn(other, 'dona@balcao.example')
  await other.getByText('era de outra pessoa').waitFor()
  expect(await accepted(customer)).toHaveLength(0)
  await context.close()
})

test('signing out removes the last orders and the name from this device, also without a network', async () => {
  // With a session of its own, because it ends.
  const page = await openPanel(panel, 'about:blank', phone)
  await page.clock.install()
  await page.goto('/menu/orders')
  await signIn(page, 'gerente@balcao.example')
  await keeping(page)
  const context = page.context()
  expect(await keptNames(page)).toContain('last-read')
  await context.setOffline(true)
  await signOut(page)
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await expect.poll(() => keptNames(page)).not.toContain('last-read')
  expect(await page.evaluate(() => localStorage.getItem('lastSession'))).toBeNull()
  // The server learns of it later; until then its cookie must not sign anybody in.
  await context.setOffline(false)
  await page.goto('/menu/orders')
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('signOutPending'))).toBeNull()
  await page.reload()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await context.close()
})

test('a new deploy replaces the kept files, and the switch removes them', async () => {
  front.answerInstead(() => Promise.resolve(null))
  const page = await board(front.url)
  const context = page.context()
  const [first] = (await keptNames(page)).filter((name) => name.startsWith('shell.'))
  expect(first).toBeDefined()

  // The next build: another version of the worker, and a page that says so.
  front.answerInstead(async (path, body) => {
    if (path === '/sw.js') return (await body()).replace(/"version":"\w+"/, '"version":"next"')
    if (path === '/offline' || path.startsWith('/menu/'))
      return (await body()).replace('<title>', '<meta name="build" content="next" /><title>')
    return null
  })
  await page.reload()
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('next')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const next = (await caches.keys()).includes('shell.next') ? await caches.open('shell.next') : null
          return next !== null && (await next.match('/offline')) !== undefined
        }),
      { timeout: 30_000 },
    )
    .toBe(true)
  await context.setOffline(true)
  await page.reload()
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('next')
  await page.getByText('Sem rede').waitFor()
  await context.setOffline(false)

  // A server error is no page either: a restart behind a proxy keeps the panel open.
  const off = readFileSync(fileURLToPath(new URL('../dist/web/sw-off.js', import.meta.url)), 'utf8')
  front.answerInstead((path) => Promise.resolve(path === '/sw.js' ? off : null))
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect
    .poll(async () => (await keptNames(page)).filter((name) => name.startsWith('shell.')), {
      timeout: 20_000,
    })
    .toEqual([])
  await page.reload()
  expect(await page.locator('meta[name=build]').count()).toBe(0)
  await context.close()
})

async function signOut(page: Page): Promise<void> {
  await page.goto('/conta')
  await page.getByRole('button', { name: 'Sair deste aparelho' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sair', exact: true }).click()
}
