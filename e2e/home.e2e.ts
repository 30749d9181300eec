import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { placeOrder } from './menu-site.ts'
import { openPanel, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

test('an order is accepted on the home page itself and leaves the list', async () => {
  const page = await openPanel(panel, '/menu')
  await signIn(page, 'dona@balcao.example')
  const list = page.getByRole('region', { name: 'Precisa de você' })
  const accept = list.getByRole('button', { name: /^Aceitar: / }).first()
  const name = await accept.getAttribute('aria-label')
  await accept.click()
  await list.getByRole('button', { name: name ?? '', exact: true }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/menu')
  await page.context().close()
})

test('a shop front leads to the board of its store', async () => {
  const page = await openPanel(panel, '/menu')
  await signIn(page, 'dona@balcao.example')
  await page
    .getByRole('region', { name: 'As lojas' })
    .getByRole('link', { name: /Cantina Aurora/ })
    .click()
  await page.waitForURL('**/menu/orders*')
  await page.context().close()
})

test('a basic user sees no money on the home page', async () => {
  const page = await openPanel(panel, '/menu')
  await signIn(page, 'atendente@balcao.example')
  await page.goto('/menu')
  await page.getByRole('heading', { name: /^(Bom dia|Boa tarde|Boa noite), Lia\./, level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Precisa de você' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('R$')
  await page.context().close()
})

test('many orders to accept are folded, and the board is one step away', async () => {
  // The demo's own ones may have expired by now.
  const storeId = await idOf('Brasa & Cia')
  for (let index = 0; index < 5; index += 1)
    expect((await placeOrder(panel.url, storeId, 'Fila')).status).toBe(200)
  const page = await openPanel(panel, '/menu')
  await signIn(page, 'dona@balcao.example')
  const list = page.getByRole('region', { name: 'Precisa de você' })
  await list.getByText(/^Mais \d+ pedidos? esperam? o aceite$/).waitFor()
  expect(await list.getByRole('button', { name: /^Aceitar: / }).count()).toBe(3)
  await list.getByRole('link', { name: 'Ver no quadro' }).click()
  await page.waitForURL('**/menu/orders*')
  await page.context().close()
})

async function idOf(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: panel.databaseUrl() })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from stores where name = $1', [name])
    return rows[0]?.id ?? ''
  } finally {
    await client.end()
  }
}

test('the words of the sign-in wall are whole on the phone', async () => {
  const page = await openPanel(panel, '/', { width: 390, height: 844 })
  const words = page.getByText('Pedido que chega aqui não se perde.')
  const [wall, promise] = await Promise.all([
    page.getByRole('complementary', { name: 'Balcão' }).boundingBox(),
    words.locator('..').boundingBox(),
  ])
  expect((promise?.y ?? 0) + (promise?.height ?? 0)).toBeLessThanOrEqual((wall?.y ?? 0) + (wall?.height ?? 0))
  await page.context().close()
})

test.each([
  [1440, 900],
  [390, 844],
])('home fits at %i wide, passes the accessibility rules and does not jump', async (width, height) => {
  const page = await openPanel(panel, '/', { width, height })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, 'dona@balcao.example')
  await page.goto('/menu')
  await page.getByRole('region', { name: 'Precisa de você' }).waitFor()
  await page.waitForTimeout(3_000)
  await expectFitting(page, 'home')
  const shift = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  )
  expect(shift).toBeLessThanOrEqual(0.05)
  await page.context().close()
})
