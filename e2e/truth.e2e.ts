import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { placeOrder } from './menu-site.ts'
import { answered, openPanel, openSignedIn, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const manaus = demoStores.find((store) => store.timezone === 'America/Manaus')

test('an order shows times of its store’s clocks, with their city, and is named with store and customer', async () => {
  if (!manaus) throw new Error('the demo has no store in another zone')
  const customer = 'Lívia de Manaus'
  expect((await placeOrder(panel.url, manaus.id, customer)).status).toBe(200)
  const page = await openSignedIn(panel, 'dona@balcao.example', '/menu/orders')
  await answered(page)
  const card = page.locator('[data-order]').filter({ hasText: customer })
  // From the third on tickets are folded, and open under a resting mouse.
  await card.hover()
  await card.getByRole('button', { name: /^Recusar/ }).click()
  await page
    .getByRole('dialog', {
      name: new RegExp(`^Recusar o pedido [A-Z]+-\\d+ · ${manaus.name} · ${customer} · R\\$\\s15,00$`),
    })
    .waitFor()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: /ver detalhes/ }).click()
  const drawer = page.getByRole('dialog', {
    name: new RegExp(`^Pedido [A-Z]+-\\d+ · ${manaus.name} · ${customer} · R\\$\\s15,00$`),
  })
  await drawer.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
  const there = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', timeZone: manaus.timezone }).format()
  const time = await drawer.locator('time').first().innerText()
  expect(time).toMatch(
    new RegExp(`^(${there}|${String((Number(there) + 23) % 24).padStart(2, '0')}):\\d\\d \\(Manaus\\)$`),
  )
  await page.context().close()
})

test('with one store the menu’s search row has its full width', async () => {
  const page = await openSignedIn(panel, 'outra@balcao.example', '/cardapio')
  const search = page.getByLabel('Buscar no cardápio')
  await search.waitFor()
  expect((await search.boundingBox())?.width ?? 0).toBeGreaterThan(300)
  const add = await page.getByRole('button', { name: 'Novo item' }).boundingBox()
  expect(add?.height ?? 99).toBeLessThan(60)
  await page.context().close()
})

test.each(['light', 'dark'] as const)('the legend of the heat map is true in the %s theme', async (theme) => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/reports/sale', { theme })
  await page.getByText('cor mais forte, mais vendas').waitFor()
  expect(await page.getByText('mais escuro').count()).toBe(0)
  await page.context().close()
})

test('the phone asks before it signs out', async () => {
  // With a session of its own, because it ends.
  const page = await openPanel(panel, '/menu/orders', { width: 390, height: 844 })
  await signIn(page, 'dona@balcao.example')
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('link', { name: 'Minha conta, tema e sair' }).click()
  await page.getByRole('button', { name: 'Sair deste aparelho' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ficar' }).click()
  await page.getByText('Ao vivo').first().waitFor()
  await page.getByRole('button', { name: 'Sair deste aparelho' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sair', exact: true }).click()
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await page.context().close()
})
