import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { watchShifts } from './layout-shift.ts'
import { orderIn } from './menu-site.ts'
import { openPanel, openSignedIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const owner = 'dona@balcao.example'

test('an order is accepted on the home page itself and leaves the list', async () => {
  await orderIn('new', panel.url, 'Cliente do Início')
  const page = await openSignedIn(panel, owner, '/menu')
  const list = page.getByRole('region', { name: 'Precisa de você' })
  const accept = list.getByRole('button', { name: /^Aceitar: / }).first()
  const name = await accept.getAttribute('aria-label')
  await accept.click()
  await list.getByRole('button', { name: name ?? '', exact: true }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/menu')
  await page.context().close()
})

test('a shop front leads to the board of its store', async () => {
  const page = await openSignedIn(panel, owner, '/menu')
  await page
    .getByRole('region', { name: 'As lojas' })
    .getByRole('link', { name: /Cantina Aurora/ })
    .click()
  await page.waitForURL('**/menu/orders*')
  await page.context().close()
})

test('a basic user sees no money on the home page', async () => {
  const page = await openSignedIn(panel, 'atendente@balcao.example', '/menu')
  await page.getByRole('heading', { name: /^(Bom dia|Boa tarde|Boa noite), Lia\./, level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Precisa de você' }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('R$')
  await page.context().close()
})

test('an order has the same name on the home page and on the board, also for a person of one store', async () => {
  await orderIn('new', panel.url, 'Um Nome Só')
  const page = await openSignedIn(panel, 'atendente@balcao.example', '/menu')
  const accept = page.getByRole('button', { name: /^Aceitar: BC-\d+ espera o aceite$/ })
  await accept.first().waitFor()
  expect(await page.getByRole('button', { name: /^Aceitar: #/ }).count()).toBe(0)
  await page.context().close()
})

test('many orders to accept are folded, and the board is one step away', async () => {
  // The demo's own ones may have expired by now.
  for (let index = 0; index < 5; index += 1) await orderIn('new', panel.url, 'Fila')
  const page = await openSignedIn(panel, owner, '/menu')
  const list = page.getByRole('region', { name: 'Precisa de você' })
  await list.getByText(/^Mais \d+ pedidos? esperam? o aceite$/).waitFor()
  expect(await list.getByRole('button', { name: /^Aceitar: / }).count()).toBe(3)
  await list.getByRole('link', { name: 'Ver no quadro' }).click()
  await page.waitForURL('**/menu/orders*')
  await page.context().close()
})

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
  const page = await openSignedIn(panel, owner, 'about:blank', { width, height })
  const shiftsAt = await watchShifts(page)
  const shifts = await shiftsAt('/menu', '[aria-labelledby=needs]')
  await expectFitting(page, 'home')
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThanOrEqual(0.05)
  await page.context().close()
})
