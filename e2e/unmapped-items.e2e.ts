import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { until } from '../server/testing/until.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { rowsOf } from './on-database.ts'
import { openSignedIn, startPanel, type Panel } from './panel.ts'
import { simulatedIfood } from './simulated-ifood.ts'

const grill = demoStores.find((one) => one.slug === 'brasa-e-cia')
if (!grill) throw new Error('the demo has no grill')
const { merchantId, id: storeId, menu: grillMenu } = grill
const tools = `/cardapio/importar?aba=nao-mapeados&loja=${storeId}`

let ifood: Awaited<ReturnType<typeof simulatedIfood>>
let panel: Panel

beforeAll(async () => {
  ifood = await simulatedIfood({ actionDelayMs: 50 })
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})

/** Returns our id of the order: its ticket may be folded, without the names of its items. */
async function orderOf(code: string, name: string): Promise<string> {
  const menu = [{ code, name, cents: 5_990 }]
  await ifood.control.setMerchants([{ merchantId, name: 'Brasa & Cia', menu }])
  const { orderId } = await ifood.control.placeOrder({ merchantId, type: 'TAKEOUT' })
  return until(async () => {
    const statement = 'select id from orders where external_id = $1'
    const [row] = await rowsOf<{ id: string }>(panel.databaseUrl(), statement, [orderId])
    return row?.id
  })
}

const looks = looksOfThisRun([
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const)

test.each(looks)(
  'an item that iFood calls otherwise is matched once from its order, and taken back ($width, $theme)',
  async (look) => {
    const [code, name] = [
      `IF-${look.width}-${look.theme}`,
      `Brasa picanha ${look.width}${look.theme === 'dark' ? 'E' : 'C'}`,
    ]
    const id = await orderOf(code, name)
    const page = await openSignedIn(panel, 'dona@balcao.example', `/menu/orders`, look)
    const ticket = page.locator(`[data-order="${id}"]`)
    await ticket.getByRole('button', { name: /ver detalhes/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Fora do cardápio').first().waitFor()
    await expectFitting(page, 'an order with an unmapped item')
    await expectAccessible(page, 'an order with an unmapped item')
    await drawer.getByRole('link', { name: 'Dizer qual é' }).first().click()
    const waiting = page.getByRole('list', { name: 'Itens fora do cardápio' })
    const row = waiting.getByRole('listitem').filter({ hasText: `código ${code}` })
    await row.getByText('último pedido').waitFor()
    await expectFitting(page, 'the items that wait')
    await expectAccessible(page, 'the items that wait')

    await row.getByRole('button', { name: `É outro: ${name}` }).click()
    const choice = page.getByRole('dialog', { name: `O que é ${name}?` })
    await choice.getByLabel('Buscar no cardápio').fill('nada assim')
    await choice.getByText('Nenhum item do cardápio tem esse nome ou código.').waitFor()
    await choice.getByLabel('Buscar no cardápio').fill('picanha na')
    await expectFitting(page, 'the choice of an item')
    await expectAccessible(page, 'the choice of an item')
    await choice.getByRole('button', { name: /^Picanha na brasa/ }).click()
    const decided = page.getByRole('list', { name: 'Itens já decididos' })
    await decided.getByText('é Picanha na brasa').first().waitFor()
    await row.waitFor({ state: 'detached' })
    await expectFitting(page, 'an item that was matched')

    await decided
      .getByRole('button', { name: `Desfazer ${name}` })
      .first()
      .click()
    await row.waitFor()
    await row.getByRole('button', { name: `Não é do cardápio: ${name}` }).click()
    await decided.getByText('não é do cardápio').first().waitFor()
    await page.context().close()
  },
)

/** Of the store's picanha, with an option of the marketplace's own. Returns our id of the order. */
async function orderWithOption(name: string): Promise<string> {
  const [picanha] = grillMenu
  if (!picanha) throw new Error('the grill sells nothing')
  const reais = picanha.cents / 100
  const option = {
    index: 1,
    id: 'o-1',
    name,
    groupName: 'Turbine',
    externalCode: name,
    quantity: 1,
    unitPrice: 4,
    price: 4,
  }
  const item = {
    index: 1,
    id: 'i-1',
    uniqueId: 'i-1',
    externalCode: picanha.code,
    name: picanha.name,
    quantity: 1,
    unitPrice: reais,
    price: reais,
    optionsPrice: 4,
    totalPrice: reais + 4,
    options: [option],
  }
  const { orderId } = await ifood.control.placeOrder({
    merchantId,
    type: 'TAKEOUT',
    fields: { items: [item] },
  })
  return until(async () => {
    const [row] = await rowsOf<{ id: string }>(
      panel.databaseUrl(),
      'select id from orders where external_id = $1',
      [orderId],
    )
    return row?.id
  })
}

test.each(looks)(
  'an option that iFood has and the menu has not is matched once, and has our name beside it ($width, $theme)',
  async (look) => {
    const name = `Molho da montanha ${look.width} ${look.theme}`
    const id = await orderWithOption(name)
    const page = await openSignedIn(panel, 'dona@balcao.example', `/menu/orders`, look)
    await page
      .locator(`[data-order="${id}"]`)
      .getByRole('button', { name: /ver detalhes/ })
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText('Fora do cardápio').waitFor()
    await expectFitting(page, 'an order with an unmapped option')
    await expectAccessible(page, 'an order with an unmapped option')
    await drawer.getByRole('link', { name: 'Dizer qual é' }).click()
    const waiting = page.getByRole('list', { name: 'Itens fora do cardápio' })
    const row = waiting.getByRole('listitem').filter({ hasText: `código ${name}` })
    await row.getByText('opção de item, “Turbine”').waitFor()
    await row.getByRole('button', { name: `Escolher a opção: ${name}` }).click()
    const choice = page.getByRole('dialog', { name: `O que é ${name}?` })
    await expectFitting(page, 'the choice of an option')
    await expectAccessible(page, 'the choice of an option')
    const first = choice.getByRole('list', { name: 'Opções e itens do cardápio' }).getByRole('button').first()
    const ours = await first.locator('b').textContent()
    await first.click()
    // A test before this one may have decided the same.
    await row.waitFor({ state: 'detached' })
    await page
      .getByRole('list', { name: 'Itens já decididos' })
      .getByText(`é ${ours ?? ''}`)
      .first()
      .waitFor()
    await page.goto(`/menu/orders`)
    await page
      .locator(`[data-order="${id}"]`)
      .getByRole('button', { name: /ver detalhes/ })
      .click()
    await page
      .getByRole('dialog')
      .getByText(`no cardápio: ${ours ?? ''}`)
      .waitFor()
    await expectFitting(page, 'an order with a matched option')
    await page.context().close()
  },
)

test('the menu and the channel’s card say that something waits, to those who may repair it', async () => {
  const id = await orderOf('IF-OUTRO', 'Prato de outro lugar')
  const page = await openSignedIn(panel, 'dona@balcao.example', tools)
  await page.getByText('código IF-OUTRO').waitFor()
  await page.goto(`/settings?tab=integracoes&store=${storeId}`)
  await page.getByText(/ do iFood fora do cardápio\.$/).waitFor()
  await page.getByRole('link', { name: 'Dizer o que são' }).click()
  await page.getByText('código IF-OUTRO').waitFor()
  await page.context().close()

  const basic = await openSignedIn(panel, 'atendente@balcao.example', '/menu/orders')
  const ticket = basic.locator(`[data-order="${id}"]`)
  await ticket.getByRole('button', { name: /ver detalhes/ }).click()
  await basic.getByRole('dialog').getByText('Fora do cardápio').first().waitFor()
  expect(await basic.getByRole('link', { name: 'Dizer qual é' }).count()).toBe(0)
  await basic.context().close()
})
