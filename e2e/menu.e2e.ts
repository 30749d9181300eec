import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { readMyMenu } from '../contract/menu/menu.ts'
import type { Reply } from '../contract/shared/route.ts'
import { demoMenu } from '../demo/demo-menus.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { staffCalls } from '../demo/staff/staff-calls.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'
import { expectSeen } from './seen-in-dialog.ts'
import { simulatedIfood } from './simulated-ifood.ts'

const grill = demoStores.find((one) => one.slug === 'brasa-e-cia')
if (!grill) throw new Error('the demo has no grill')
const store = grill
const picanha = demoMenu(store).items.find((item) => item.code === 'BR-1')
if (!picanha) throw new Error('the grill has no picanha')
const dish = picanha

let ifood: Awaited<ReturnType<typeof simulatedIfood>>
let control: typeof ifood.control
let panel: Panel

beforeAll(async () => {
  ifood = await simulatedIfood({ actionDelayMs: 50 })
  control = ifood.control
  panel = await startPanel({ environment: { ...ifood.environment, IFOOD_POLL_SECONDS: '1' } })
})
afterAll(async () => {
  await panel.stop()
  await ifood.stop()
})
beforeEach(async () => {
  const { partnerItemId: itemId, code, name, cents } = dish
  await control.setMerchants(
    demoStores.map(({ merchantId, name: merchant }) => ({
      merchantId,
      name: merchant,
      menu: merchantId === store.merchantId ? [{ itemId, code, name, cents }] : [],
    })),
  )
})

async function open(path: string, caller = 'dona', look: Look = {}): Promise<Page> {
  return openSignedIn(panel, `${caller}@balcao.example`, path, look)
}
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const statusAtIfood = async () => (await control.readCatalog(store.merchantId)).items[0]?.status

const priceAtIfood = async () => (await control.readCatalog(store.merchantId)).items[0]?.cents

/** A wish of another item has the whole catalogue read, as every three minutes. */
async function anyWish(): Promise<void> {
  const { call } = staffCalls(panel.url, () => 'gerente@balcao.example')
  const { items } = await call<Reply<typeof readMyMenu>>(store, 'GET', '/menu/mine')
  const other = items.find(({ id, pause, channels }) => id !== dish.id && !pause && channels.length > 0)
  await call(store, 'POST', `/menu/items/${other?.id ?? ''}/pause`, {})
}

/** Changes the price as another person would, concurrently. */
async function changePrice(priceCents: number): Promise<void> {
  const { call } = staffCalls(panel.url, () => 'gerente@balcao.example')
  const { items } = await call<Reply<typeof readMyMenu>>(store, 'GET', '/menu/mine')
  const version = items.find((item) => item.id === dish.id)?.version
  await call(store, 'PATCH', `/menu/items/${dish.id}`, { priceCents, version })
}

test('rejecting an order for a missing item pauses it here and at iFood, and it is resumed on the menu page', async () => {
  const page = await open('/menu/orders')
  await page.getByText('Ao vivo').first().waitFor()
  const { orderId } = await control.placeOrder({ merchantId: store.merchantId, type: 'TAKEOUT' })
  const card = page.locator('[data-column=new] article[data-platform=ifood]').first()
  await card.getByRole('button', { name: /ver detalhes/ }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer
    .getByRole('button', { name: `Pausar ${dish.name}` })
    .first()
    .waitFor()
  await drawer.getByRole('button', { name: 'Recusar' }).click()
  await page.getByRole('radio', { name: 'Item indisponível' }).check()
  // The order's only item is preselected as missing.
  expect(await page.getByRole('checkbox', { name: dish.name }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Até eu voltar' }).check()
  await expectAccessible(page, 'the cancellation')
  await page.getByRole('button', { name: 'Recusar pedido e pausar' }).click()
  await page.getByText('1 item pausado em todos os canais desta loja.').waitFor()
  await expect.poll(statusAtIfood, { timeout: 10_000 }).toBe('UNAVAILABLE')
  await expect
    .poll(async () => (await control.readLog()).orders.find((order) => order.id === orderId)?.status, {
      timeout: 10_000,
    })
    .toBe('CANCELLED')

  // The menu's former address.
  await page.goto('/settings?tab=menu')
  await page.waitForURL('**/cardapio')
  const row = rowOf(page, dish.name)
  await row.getByText(`Pausado em ${store.name}`).waitFor()
  // Another person's screen updates too.
  const other = await open('/cardapio', 'gerente')
  const theirs = rowOf(other, dish.name)
  await theirs.getByRole('button', { name: `Voltar a vender ${dish.name}` }).waitFor()
  await row.getByRole('button', { name: `Voltar a vender ${dish.name}` }).click()
  const sheet = page.getByRole('dialog', { name: dish.name })
  await sheet.getByText(/Pausado .* sem previsão\. Por Marina Prado: Em falta num pedido/).waitFor()
  await sheet.getByRole('button', { name: `Voltar a vender em ${store.name}` }).click()
  await expect.poll(statusAtIfood, { timeout: 10_000 }).toBe('AVAILABLE')
  await theirs.getByRole('button', { name: `Pausar ${dish.name}` }).waitFor()
  await other.context().close()
  await page.context().close()
})

test('a change rejected by iFood is shown on the item and can be resent', async () => {
  await control.setMerchants([{ merchantId: store.merchantId, name: store.name, menu: [] }])
  const page = await open('/cardapio')
  const row = rowOf(page, dish.name)
  await row.getByRole('button', { name: `Pausar ${dish.name}` }).click()
  await page.getByRole('button', { name: 'Pausar nesta loja' }).click()
  await row.getByText('O canal não aceitou uma mudança em 1 loja').waitFor()
  const { partnerItemId: itemId, code, name, cents } = dish
  await control.setMerchants([
    { merchantId: store.merchantId, name: store.name, menu: [{ itemId, code, name, cents }] },
  ])
  // The response is delayed; meanwhile the item can still be resumed.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/menu/items/*/resend', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await row.getByRole('button', { name: dish.name, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: dish.name })
  await sheet.getByText('O iFood não encontrou este item').waitFor()
  await sheet.getByRole('button', { name: 'Enviar de novo' }).click()
  await expect.poll(statusAtIfood, { timeout: 10_000 }).toBe('UNAVAILABLE')
  await sheet.getByRole('button', { name: `Voltar a vender em ${store.name}` }).click()
  await expect.poll(statusAtIfood, { timeout: 10_000 }).toBe('AVAILABLE')
  answer()
  await page.context().close()
})

test('a price that somebody changed in iFood’s own app is shown on the item, and a person takes it back', async () => {
  const page = await open('/cardapio')
  const { partnerItemId: itemId, ifoodCents } = dish
  await control.changeCatalog(store.merchantId, { itemId, cents: (ifoodCents ?? 0) + 500 })
  await anyWish()
  const row = rowOf(page, dish.name)
  await row.getByText('Diferente no canal em 1 loja').waitFor()
  await row.getByRole('button', { name: dish.name, exact: true }).click()
  const sheet = page.getByRole('dialog', { name: dish.name })
  await sheet.getByText(/^Preço mudado no iFood às \d\d:\d\d, por fora/).waitFor()
  await sheet.getByRole('button', { name: /^Voltar a R\$.* no iFood$/ }).click()
  await expect.poll(priceAtIfood, { timeout: 10_000 }).toBe(ifoodCents)
  // Sale and price are proved: one line says so, and opens to when each was.
  await sheet.getByText('Conferido nos canais', { exact: true }).click()
  await sheet
    .getByText(/no iFood: provado às \d\d:\d\d:\d\d/)
    .first()
    .waitFor()
  await page.context().close()
})

test('a phone order takes options and prices from the menu and keeps its input when the menu changes', async () => {
  const page = await open('/menu/orders')
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  const form = page.getByRole('dialog', { name: 'Novo pedido' })
  await form.getByLabel('Nome do cliente').fill('Teresa do Telefone')
  await form.getByLabel('Buscar no cardápio').fill('costela')
  // Paused for days: listed but not for sale.
  await form
    .getByRole('button', { name: /Costela no bafo/ })
    .getByText('Em falta')
    .waitFor()
  await form.getByLabel('Buscar no cardápio').fill('picanha')
  await form.getByLabel('Buscar no cardápio').press('Enter')
  const options = page.getByRole('dialog', { name: dish.name })
  await options.getByRole('button', { name: /^Pôr na comanda/ }).click()
  await options.getByText('Escolha 1 em “Ponto da carne”.').waitFor()
  await options.getByRole('radio', { name: 'Ao ponto' }).check()
  await options.getByRole('checkbox', { name: 'Mandioca frita' }).check()
  await expectAccessible(page, 'the options of an item')
  await options.getByRole('button', { name: /^Pôr na comanda R\$\s80,90/ }).click()
  const line = form.getByRole('list', { name: 'Comanda' }).getByRole('listitem')
  await line.getByText('Ao ponto, Mandioca frita').waitFor()
  await line.getByRole('button', { name: /Picanha/ }).click()
  await form.getByLabel(`Observação de ${dish.name}`).fill('Sem sal')
  await form.getByRole('button', { name: 'Item avulso' }).click()
  await form.getByLabel('Item avulso', { exact: true }).fill('Embalagem para presente')
  await form.getByLabel('Preço do item avulso, em reais').fill('5,00')
  await form.getByRole('button', { name: 'Incluir', exact: true }).click()

  await changePrice(7_190)
  await line.getByText('O preço mudou no cardápio.').waitFor()
  await form.getByRole('button', { name: /^Lançar pedido/ }).click()
  await form.getByText('O cardápio mudou. Confira os itens marcados.').waitFor()
  expect(await form.getByLabel('Nome do cliente').inputValue()).toBe('Teresa do Telefone')
  expect(await form.getByLabel(`Observação de ${dish.name}`).inputValue()).toBe('Sem sal')
  await line.getByRole('button', { name: 'Usar o preço novo' }).click()
  await form.getByRole('button', { name: /^Lançar pedido/ }).click()
  const card = page.locator('[data-column=new] article').filter({ hasText: 'Teresa do Telefone' })
  await card.waitFor()
  // 71,90 + 12,00 for the option + 5,00 for the item typed in by hand.
  await card.getByText(/R\$\s88,90/).waitFor()
  await card.getByRole('button', { name: /ver detalhes/ }).click()
  await page.getByRole('dialog').getByText('+ Mandioca frita').waitFor()
  await changePrice(dish.cents)
  await page.context().close()
})

/** A green square, drawn by the browser. */
async function pictureOf(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 1_600
    canvas.height = 1_200
    const pen = canvas.getContext('2d')
    if (pen) {
      pen.fillStyle = 'green'
      pen.fillRect(0, 0, 1_600, 1_200)
    }
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

test('a manager adds and edits items with photos, and a basic user can only pause them', async () => {
  const page = await open('/cardapio', 'gerente')
  await page.getByRole('button', { name: 'Novo item' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Loja').selectOption({ label: store.name })
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await dialog.getByText('Informe o nome do item.').waitFor()
  await dialog.getByLabel('Nome', { exact: true }).fill('Pudim da Vila')
  await dialog.getByLabel('Categoria', { exact: true }).selectOption({ label: 'Nova categoria…' })
  await dialog.getByLabel('Nome da categoria').fill('Doces')
  await dialog.getByLabel(/Preço no cardápio/).fill('15,9x')
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await dialog.getByText('Informe o preço em reais, como 12,50.').waitFor()
  await dialog.getByLabel(/Preço no cardápio/).fill('15,90')
  await dialog
    .getByLabel('Escolher uma foto')
    .setInputFiles({ name: 'nota.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await dialog.getByText('Não deu para ler esta foto.').waitFor()
  await dialog
    .getByLabel('Escolher uma foto')
    .setInputFiles({ name: 'pudim.png', mimeType: 'image/png', buffer: await pictureOf(page) })
  await dialog.getByRole('img', { name: 'Foto do item' }).waitFor()
  await expectAccessible(page, 'a new item')
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  const row = rowOf(page, 'Pudim da Vila')
  await row.getByText('R$ 15,90').waitFor()
  await expect
    .poll(() => row.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(900)
  await row.getByRole('button', { name: 'Pudim da Vila', exact: true }).click()
  await dialog.getByRole('button', { name: `Editar Pudim da Vila em ${store.name}` }).click()
  await dialog.getByRole('button', { name: 'Tirar a foto' }).click()
  await dialog.getByLabel('Descrição', { exact: true }).fill('Fatia de 150 g')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  // Back in the sheet that it was opened from.
  await page.keyboard.press('Escape')
  await row.getByText('Fatia de 150 g').waitFor()
  await row.getByText('Sem foto').waitFor()
  await page.context().close()

  const attendant = await open('/menu/orders', 'atendente')
  await attendant.getByRole('link', { name: 'Cardápio', exact: true }).first().click()
  const theirs = rowOf(attendant, 'Pudim da Vila')
  const edit = theirs.getByRole('button', { name: 'Editar Pudim da Vila' })
  expect(await edit.getAttribute('title')).toBe('Só gerentes e donos mudam o cardápio.')
  const add = attendant.getByRole('button', { name: 'Novo item' })
  expect(await add.getAttribute('title')).toBe('Só gerentes e donos mudam o cardápio.')
  await theirs.getByRole('button', { name: 'Pausar Pudim da Vila' }).click()
  await attendant.getByRole('radio', { name: '1 hora' }).check()
  await attendant.getByRole('button', { name: 'Pausar item' }).click()
  await theirs.getByText(/Pausado agora, volta (às|\S+,)/).waitFor()
  await theirs.getByRole('button', { name: 'Voltar a vender Pudim da Vila' }).click()
  await theirs.getByRole('button', { name: 'Pausar Pudim da Vila' }).waitFor()
  await attendant.context().close()
})

/** How far the page moves when the wheel turns outside the dialog. */
async function scrolledBehind(page: Page): Promise<number> {
  const before = await page.evaluate(() => window.scrollY)
  await page.mouse.move(4, 300)
  await page.mouse.wheel(0, 300)
  const after = await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return window.scrollY
  })
  return after - before
}

test('the menu fits and is accessible on desktop and phone in both themes, with its sheet, its editor and an empty search', async () => {
  for (const look of looksOfThisRun([
    { width: 1440, theme: 'light' },
    { width: 390, height: 844, theme: 'light' },
    { width: 1440, theme: 'dark' },
    { width: 390, height: 844, theme: 'dark' },
  ] as const)) {
    const where = `at ${String(look.width)}, ${look.theme}`
    const page = await open('/cardapio', 'dona', look)
    await page.getByRole('heading', { name: /^Grelhados/ }).waitFor()
    await expectFitting(page, `the menu ${where}`)
    const name = page.getByRole('button', { name: dish.name, exact: true })
    await name.click()
    const sheet = page.getByRole('dialog', { name: dish.name })
    await expectFitting(page, `the sheet ${where}`)
    await sheet.getByRole('button', { name: `Editar ${dish.name} em ${store.name}` }).click()
    const editor = page.getByRole('dialog', { name: `${dish.name} em ${store.name}` })
    await editor.getByLabel('Nome', { exact: true }).waitFor()
    await expectSeen(editor, 'Salvar')
    expect(await scrolledBehind(page), `the page behind ${where}`).toBe(0)
    await expectFitting(page, `an item ${where}`)
    await page.getByRole('button', { name: 'Fechar' }).click()
    await sheet
      .getByRole('button', { name: /^Pausar/ })
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.getByLabel('Buscar no cardápio').fill('sushi de caju')
    await page.getByText('Nada no cardápio com esta busca').waitFor()
    await expectFitting(page, `an empty search ${where}`)
    await page.context().close()
  }
})
