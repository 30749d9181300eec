import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlaceOrderBody } from '../contract/orders/orders.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { ownOrder } from '../server/testing/orders.ts'
import { expectAccessible } from './axe.ts'
import { findOnBoard } from './board-page.ts'
import { orderIn, placeOrder } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const store = demoStores[0]
const storeName = 'Brasa & Cia'

const orderFromTheMenuSite = (customer: string, changes: Partial<PlaceOrderBody> = {}) =>
  placeOrder(panel.url, store?.id ?? '', customer, changes)

const open = (path: string, look: Look = {}): Promise<Page> =>
  openSignedIn(panel, 'dona@balcao.example', path, look)

test('a store with auto-accept accepts the next order within seconds, and a paused store says so and rejects orders', async () => {
  expect(store?.name).toBe(storeName)
  const page = await open('/settings?tab=orders')
  const rules = page.getByRole('region', { name: 'Canal próprio' })
  await rules.getByRole('checkbox', { name: /Aceitar sozinho/ }).check()
  await rules.getByText('Esperam uma pessoa').click()
  await rules.getByRole('checkbox', { name: /loja fechada/ }).uncheck()
  await rules.getByLabel(/dinheiro acima de/).fill('abc')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Informe um valor em reais').waitFor()
  await rules.getByLabel(/dinheiro acima de/).fill('150,00')

  // Another person saves in between: both values are shown and the unsaved input is kept.
  const other = await open('/settings?tab=orders')
  const theirs = other.getByRole('region', { name: 'Canal próprio' })
  await theirs.getByText('Esperam uma pessoa').click()
  await theirs.getByRole('checkbox', { name: /primeiro pedido/ }).check()
  await theirs.getByLabel(/dinheiro acima de/).fill('80,00')
  await other.getByRole('button', { name: 'Salvar' }).click()
  await other.getByText(`Salvo em ${storeName}.`).waitFor()
  await other.context().close()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Alguém salvou outro valor enquanto você mudava.').waitFor()
  await page.getByText('Dinheiro espera acima de: agora R$ 80,00, o seu R$ 150,00.').waitFor()
  expect(await rules.getByLabel(/dinheiro acima de/).inputValue()).toBe('150,00')
  expect(await rules.getByRole('checkbox', { name: /primeiro pedido/ }).isChecked()).toBe(true)
  // What the other person changed besides stays, unless this person says otherwise.
  await rules.getByRole('checkbox', { name: /primeiro pedido/ }).uncheck()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Salvar por cima' }).click()
  await page.getByText(`Salvo em ${storeName}.`).waitFor()
  await page.reload()
  await rules.getByLabel(/dinheiro acima de/).waitFor()
  expect(await rules.getByLabel(/dinheiro acima de/).inputValue()).toBe('150,00')

  const board = await open('/menu/orders')
  await board.getByText('Ao vivo').first().waitFor()
  expect((await orderFromTheMenuSite('Cliente Sozinho')).status).toBe(200)
  await board
    .getByRole('region', { name: 'Em preparo' })
    .getByText('Cliente Sozinho')
    .waitFor({ timeout: 5_000 })
  await board.context().close()

  const pace = page.getByRole('group', { name: `Movimento de ${storeName}` })
  await pace.getByRole('button', { name: 'Parar de vender' }).click()
  await page.getByRole('radio', { name: '1 hora' }).check()
  await page.getByRole('button', { name: /^Parar até / }).click()
  await page.getByRole('button', { name: 'Voltar a vender' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/Sem novos pedidos no canal próprio, até \d\d:\d\d/).waitFor()
  const refused = await orderFromTheMenuSite('Cliente Tardio')
  expect(refused.status).toBe(422)
  expect(refused.message).toMatch(/A loja está pausada e volta a receber pedidos (às|em)/)
  await pace.getByRole('button', { name: 'Normal' }).click()
  // The state of this store: others say the same text all the time.
  await pace.locator('button[aria-pressed=true]', { hasText: 'Normal' }).waitFor()
  await page.context().close()
})

test('payment and delivery of an own-channel order are edited in the drawer, which stays open', async () => {
  const placed = await orderFromTheMenuSite('Cliente da Entrega', {
    type: 'DELIVERY',
    delivery: ownOrder().delivery,
    payments: [{ method: 'CASH', brand: null, cents: 1_500, prepaid: false, changeForCents: null }],
  })
  expect(placed.status, placed.message).toBe(200)
  const page = await open('/menu/orders?layout=list', { width: 390, height: 844, theme: 'dark' })
  await findOnBoard(page, 'Cliente da Entrega')
  const order = page.locator('[data-order]').filter({ hasText: 'Cliente da Entrega' })
  await order.getByRole('button', { name: /ver detalhes/ }).click()
  await page.getByRole('button', { name: 'Alterar entrega' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Linha do tempo' }).waitFor()

  await page.getByRole('button', { name: 'Alterar entrega' }).click()
  await expectAccessible(page, 'the delivery of an order')
  await page.getByLabel('Rua').fill('Rua Nova das Acácias')
  await page.getByLabel('Taxa de entrega (R$)').fill('doze')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Use vírgula, como 8,00.').waitFor()
  expect(await page.getByLabel('Rua').inputValue()).toBe('Rua Nova das Acácias')
  await page.getByLabel('Taxa de entrega (R$)').fill('13,37')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(/Taxa de entrega alterada · .* → R\$ 13,37/).waitFor()
  await page.getByText(/Endereço alterado · .* → Rua Nova das Acácias/).waitFor()

  await page.getByRole('button', { name: 'Alterar pagamento' }).click()
  await page.getByLabel('Valor (R$)').fill('10,00')
  await page.getByText(/^Falta R\$/).waitFor()
  await page.getByRole('button', { name: 'Dividir o pagamento' }).click()
  await page.getByText(/^Total R\$/).waitFor()
  await expectAccessible(page, 'the payment of an order')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText(/Pagamento alterado · .* → .* \+ Pix/).waitFor()
  await page.context().close()
})

test('a message to the customer starts with the text for the order’s status, opens WhatsApp and is stored with the order', async () => {
  // Of another store: this one has accepted orders automatically since the first test.
  const id = await orderIn('kitchen', panel.url, 'Cliente da Mensagem', {
    storeId: demoStores[1]?.id ?? '',
    phone: '+5511987654321',
  })
  const page = await open('/menu/orders?layout=list')
  await findOnBoard(page, 'Cliente da Mensagem')
  const order = page.locator(`[data-order="${id}"]`)
  await order.getByRole('button', { name: /ver detalhes/ }).click()
  const messages = page.getByRole('region', { name: 'Mensagens' })
  const text = messages.getByLabel('Mensagem ao cliente')
  expect(await text.inputValue()).toMatch(/^Olá, .+! Seu pedido #\d+ n[ao] .+ foi aceito e está em preparo\./)
  await messages.getByRole('button', { name: 'Vai atrasar' }).click()
  await text.fill(`${await text.inputValue()} Chega às 20h.`)
  await expectAccessible(page, 'the messages of an order')
  const [conversation] = await Promise.all([
    page.context().waitForEvent('page'),
    messages.getByRole('link', { name: 'Abrir no WhatsApp' }).click(),
  ])
  await conversation.close()
  await messages
    .getByText(/vai atrasar .* Chega às 20h\.$/)
    .first()
    .waitFor()
  await messages.getByText(/^Aberta no WhatsApp por Marina Prado, \d\d:\d\d( \(Manaus\))?$/).waitFor()
  await page.getByText('Mensagem ao cliente aberta no WhatsApp').waitFor()
  await page.context().close()
})

test('a pause shows iFood’s confirmation, the home page shows why the store is closed, and other screens update', async () => {
  const page = await open('/menu/orders')
  const other = await open('/menu/orders')
  for (const one of [page, other]) await one.getByRole('button', { name: /^Movimento/ }).click()
  const store = (on: Page) => on.getByRole('region', { name: 'Cantina Aurora' })
  await store(page).getByRole('button', { name: 'Parar de vender' }).click()
  const dialog = page.getByRole('dialog', { name: 'Parar de vender em Cantina Aurora' })
  await expectAccessible(page, 'stopping to sell')
  await dialog.getByRole('button', { name: /^Parar até / }).click()
  await page.getByText(/^(parou, confirmado às |avisado, esperando a confirmação)/).waitFor()
  await expectAccessible(page, 'a stopped store')
  await page.keyboard.press('Escape')
  await store(page).getByText('iFood: pausado também.').waitFor()
  await store(other).getByText('iFood: pausado também.').waitFor()
  await expectAccessible(page, 'the pace of the stores')
  await other.goto('/menu')
  await other.getByText(/^Pausada por [^,]+, volta /).waitFor()
  await store(page).getByRole('button', { name: 'Normal' }).click()
  await store(page).getByText('iFood: pausado também.').waitFor({ state: 'detached' })
  for (const one of [page, other]) await one.context().close()
})

test('the history filters by discount, timing and courier, and the address contains every filter', async () => {
  const page = await open('/reports/history')
  const table = page.getByRole('table', { name: 'Pedidos' })
  await table.waitFor()
  await page.getByRole('button', { name: 'Filtrar pedidos' }).click()
  await page.getByLabel('Desconto').selectOption('store')
  await page.waitForURL(/discount=store/)
  await page.getByLabel('Momento').selectOption('INSTANT')
  await page.waitForURL(/timing=INSTANT/)
  await page
    .getByRole('status')
    .filter({ hasText: /pedidos? (na tela|encontrados?)/ })
    .waitFor()
  expect(await table.getByRole('row').count()).toBeGreaterThan(1)
  await page.reload()
  await page.getByRole('button', { name: 'Filtrar pedidos, agora para agora, desconto da loja' }).click()
  expect(await page.getByLabel('Momento').inputValue()).toBe('INSTANT')
  await page.getByLabel('Motoboy').selectOption({ index: 1 })
  await page.waitForURL(/courier=/)
  await expectAccessible(page, 'the history with every filter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Limpar' }).click()
  await page.waitForURL((url) => url.search === '')
  await page.context().close()
})
