import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPeople, demoStores } from '../demo/demo-stores.ts'
import { expectAccessible } from './axe.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const owner = 'dona@balcao.example'
const ownerName = demoPeople.find(({ email }) => email === owner)?.name ?? ''
const storeId = demoStores[0]?.id ?? ''

const dish = (externalCode: string, name: string, quantity: number, unitPriceCents: number) => ({
  ...{ externalCode, name, quantity, unitPriceCents, totalCents: quantity * unitPriceCents },
  ...{ notes: null, options: [] },
})

/** A grill, two cans and a water, paid by Pix. */
const paidByPix = (column: 'new' | 'kitchen', customer: string): Promise<string> => {
  const items = [
    dish('BR-1', 'Picanha na brasa', 1, 7_000),
    dish('BEB-2', 'Refrigerante lata', 2, 750),
    dish('BEB-1', 'Água com gás', 1, 600),
  ]
  const cents = items.reduce((sum, { totalCents }) => sum + totalCents, 0)
  return orderIn(column, panel.url, customer, {
    phone: '+5511987654321',
    order: {
      items,
      orderCents: cents,
      payments: [{ method: 'PIX', brand: null, cents, prepaid: true, changeForCents: null }],
    },
  })
}

async function openedOrder(id: string, look: Look = {}) {
  const page = await openSignedIn(panel, owner, `/menu/orders?pedido=${id}&loja=${storeId}`, look)
  const drawer = page.getByRole('dialog', { name: /^Pedido / })
  await drawer.getByRole('heading', { name: 'Linha do tempo' }).waitFor()
  return { page, drawer }
}

test('a dish is put in, one is swapped, one is made otherwise and one leaves, and the history says who did it', async () => {
  const id = await paidByPix('kitchen', 'Cliente que Muda')
  const { page, drawer } = await openedOrder(id)
  await drawer.getByRole('button', { name: 'Mudar os itens' }).click()
  const dialog = page.getByRole('dialog', { name: /^Mudar o / })
  const menu = dialog.getByRole('group', { name: 'Cardápio' })

  await dialog.getByRole('button', { name: 'Pôr um prato' }).click()
  await menu.getByRole('button', { name: /^Suco de maracujá/ }).click()
  await dialog.getByText('novo', { exact: true }).waitFor()

  await dialog.getByRole('button', { name: 'Mudar Refrigerante lata' }).click()
  await dialog.getByRole('button', { name: 'Trocar por outro prato' }).click()
  await menu.getByRole('button', { name: /^Suco de laranja/ }).click()
  await dialog.getByText('no lugar de Refrigerante lata').waitFor()

  await dialog.getByRole('button', { name: 'Mudar Picanha na brasa' }).click()
  await dialog.getByRole('button', { name: 'Trocar opções' }).click()
  const options = page.getByRole('dialog', { name: 'Picanha na brasa' })
  await options.getByRole('radio', { name: 'Ao ponto' }).check()
  await options.getByRole('button', { name: /^Mudar/ }).click()
  await dialog.getByText('mudou a opção').waitFor()

  await dialog.getByRole('button', { name: 'Tirar Água com gás' }).click()
  await dialog.getByRole('button', { name: 'Pôr de volta: Água com gás' }).click()
  await dialog.getByRole('button', { name: 'Tirar Água com gás' }).click()
  await dialog.getByText('saiu', { exact: true }).waitFor()
  await dialog.getByText('Falta receber', { exact: true }).first().waitFor()
  await expectAccessible(page, 'an order of which everything changes')
  await dialog.getByRole('button', { name: 'Salvar e avisar a cozinha' }).click()
  await dialog.waitFor({ state: 'detached' })

  const items = drawer.getByRole('list').first()
  for (const name of ['Suco de maracujá', 'Suco de laranja', 'Ao ponto'])
    await drawer.getByText(name).first().waitFor()
  expect(await items.getByText('Água com gás').count()).toBe(0)
  await drawer.getByRole('button', { name: 'Mudar os itens' }).click()
  await dialog
    .getByRole('region', { name: 'Quem mudou' })
    .or(dialog.locator('section').filter({ hasText: 'Quem mudou' }))
    .getByText(new RegExp(`^${ownerName}: .*Suco de maracujá`))
    .waitFor()
  await page.context().close()
})

test('the menu beside the bill has room for its words at every width, and its search takes what is typed at once', async () => {
  const id = await paidByPix('kitchen', 'Cliente do Cardápio Largo')
  const { page, drawer } = await openedOrder(id)
  await drawer.getByRole('button', { name: 'Mudar os itens' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Mudar o / })
  // Once the menu has come.
  await dialog.getByRole('button', { name: 'Pôr um prato', disabled: false }).press('Enter')
  const tiles = dialog.locator('[data-tile]')
  await tiles.first().waitFor()
  for (const width of [768, 1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const narrowest = () =>
      tiles.evaluateAll((all) => Math.min(...all.map((tile) => tile.getBoundingClientRect().width)))
    await expect.poll(narrowest, { message: `${width} px` }).toBeGreaterThanOrEqual(100)
  }
  await page.keyboard.type('laranja')
  await page.keyboard.press('Enter')
  await dialog.getByText('novo', { exact: true }).waitFor()
  await page.context().close()
})

test('the money of a refused order, and of an item that left, waits on Agora', async () => {
  const [refused, changed] = [
    await paidByPix('new', 'Cliente Recusado'),
    await paidByPix('kitchen', 'Cliente do Item Tirado'),
  ]
  const { page, drawer } = await openedOrder(refused)
  await drawer.getByRole('button', { name: 'Recusar' }).click()
  const dialog = page.getByRole('dialog', { name: /^Recusar o pedido/ })
  await dialog.getByText(/pagos por Pix\. Estão com a loja/).waitFor()
  await dialog.getByRole('radio', { name: /Vou devolver por Pix/ }).check()
  await dialog.getByRole('radio', { name: 'Item em falta' }).check()
  await dialog.getByRole('button', { name: /^Recusar e anotar o estorno/ }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto(`/menu/orders?pedido=${changed}&loja=${storeId}`)
  await drawer.getByRole('button', { name: 'Mudar os itens' }).click()
  const items = page.getByRole('dialog', { name: /^Mudar o / })
  await items.getByRole('button', { name: 'Tirar Água com gás' }).click()
  await items.getByText('Devolver', { exact: true }).first().waitFor()
  await items.getByRole('button', { name: /^Salvar/ }).click()
  await items.waitFor({ state: 'detached' })

  await page.goto('/menu')
  const refunds = page.getByRole('region', { name: /^Estornos a fazer/ })
  for (const [customer, sum] of [
    ['Cliente Recusado', '91,00'],
    ['Cliente do Item Tirado', '6,00'],
  ] as const)
    await refunds.getByRole('listitem').filter({ hasText: customer }).getByText(sum).first().waitFor()
  await page.context().close()
})
