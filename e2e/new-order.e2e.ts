import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { orderIn } from './menu-site.ts'
import { openSignedIn, startPanel, type Look, type Panel } from './panel.ts'
import { handOn } from './till-hand.ts'

let panel: Panel
const owner = 'dona@balcao.example'

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const shot = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
}
const board = async (look: Look = {}) => {
  const page = await openSignedIn(panel, owner, '/menu/orders', look)
  await page.locator('article:visible').first().waitFor()
  return page
}
const newOrder = (page: Page) => page.getByRole('button', { name: /^Novo pedido/ })
const till = (page: Page) => page.getByRole('dialog', { name: 'Novo pedido' })
const menuIsThere = (page: Page) => till(page).locator('[data-tile]').first().waitFor()
const comanda = (page: Page) => till(page).getByRole('list', { name: 'Comanda' })
const placed = (page: Page) =>
  page
    .getByText(/^Pedido .*: lançado\.$/)
    .first()
    .waitFor()
const openTill = async (look: Look = {}) => {
  const page = await board(look)
  await newOrder(page).click()
  await menuIsThere(page)
  return page
}

const address = {
  ...{ street: 'Rua Harmonia', number: '45', complement: 'apto 12', reference: null },
  ...{ district: 'Vila Madalena', city: 'São Paulo', state: 'SP', zipCode: null, lat: null, lng: null },
}
const soda = { externalCode: 'BEB-2', name: 'Refrigerante lata', notes: null, options: [] }
/** Two cans, delivered, paid in cash. */
const knownCustomer = (phone: string, name: string) =>
  orderIn('new', panel.url, name, {
    phone,
    order: {
      ...{ type: 'DELIVERY', delivery: { address } },
      items: [{ ...soda, quantity: 2, unitPriceCents: 100, totalCents: 200 }],
      ...{ fees: [], discounts: [], orderCents: 200 },
      payments: [{ method: 'CASH', brand: null, cents: 200, prepaid: false, changeForCents: null }],
    },
  })

/** The look-up of the customer waits for the test. */
async function heldLookUp(page: Page) {
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/orders/customer/find', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  return { asked: asked.promise, answer: answered.resolve }
}

describe('a hand at human pace', () => {
  test('takes a known customer’s last order again in four presses', async () => {
    await knownCustomer('+5511987650001', 'Lívia Prado')
    const page = await board()
    const hand = handOn(page)
    await hand.tap(newOrder(page))
    await hand.type('11987650001')
    await till(page)
      .getByRole('button', { name: /^Repetir o último/ })
      .waitFor()
    await hand.key('F2')
    await comanda(page).getByText('Refrigerante lata').waitFor()
    await till(page).getByText('Rua Harmonia, 45, apto 12').waitFor()
    await expect.poll(() => till(page).getByLabel('Taxa de entrega (R$)').inputValue()).toBe('4,90')
    await shot(page, 'repeat-1440')
    await hand.key('Control+Enter')
    await placed(page)
    expect([hand.presses(), hand.ms() < 40_000]).toEqual([4, true])
    await page.context().close()
  })

  test('takes a new delivery of three items, with options and change, in 25 presses of the keyboard', async () => {
    const page = await board()
    const hand = handOn(page)
    await hand.tap(newOrder(page))
    await hand.type('11987650002')
    await hand.key('Tab')
    await hand.type('Otávio')
    await menuIsThere(page)
    await hand.key('F3')
    await hand.type('picanha')
    await hand.key('Enter')
    const sheet = page.getByRole('dialog', { name: 'Picanha na brasa' })
    await sheet.getByRole('radio').first().waitFor()
    await hand.key('Space')
    await shot(page, 'sheet-1440')
    await hand.key('Enter')
    await sheet.waitFor({ state: 'detached' })
    for (const words of ['refrigerante', 'agua']) {
      await hand.type(words)
      await hand.key('Enter')
    }
    await expect.poll(() => comanda(page).getByRole('listitem').count()).toBe(3)
    await hand.key('F4')
    await hand.type('Rua Harmonia 45, Vila Madalena')
    await expect.poll(() => till(page).getByLabel('Taxa de entrega (R$)').inputValue()).toBe('4,90')
    await hand.key('F8')
    await hand.key('ArrowRight')
    // Past "Já pago" to the first likely note.
    for (const key of ['Tab', 'Tab', 'Enter']) await hand.key(key)
    await till(page)
      .getByText(/O entregador leva R\$/)
      .waitFor()
    await shot(page, 'delivery-1440')
    await hand.key('Control+Enter')
    await placed(page)
    expect(hand.presses()).toBeLessThanOrEqual(25)
    expect(hand.ms()).toBeLessThan(40_000)
    // The customer was looked up before this order, and is known from it on.
    await newOrder(page).click()
    await page.keyboard.type('11987650002')
    await till(page).getByText('Picanha na brasa, Refrigerante lata, Água com gás').waitFor()
    await page.context().close()
  })

  test('takes the last order again in four touches of a phone', async () => {
    await knownCustomer('+5511987650003', 'Rita Alves')
    const page = await board({ width: 390, height: 844 })
    const hand = handOn(page)
    await hand.tap(newOrder(page))
    await hand.type('11987650003')
    const repeat = till(page).getByRole('button', { name: /^Repetir o último/ })
    await repeat.waitFor()
    await shot(page, 'known-390')
    await hand.tap(repeat)
    await expect.poll(() => till(page).getByLabel('Taxa de entrega (R$)').inputValue()).toBe('4,90')
    await shot(page, 'closing-390')
    await hand.tap(till(page).getByRole('button', { name: /^Lançar pedido/ }))
    await placed(page)
    expect([hand.presses(), hand.ms() < 40_000]).toEqual([4, true])
    await page.context().close()
  })
})

describe('the till', () => {
  test('says what of the last order cannot be had, and takes the rest', async () => {
    await orderIn('new', panel.url, 'Ciro Nogueira', {
      phone: '+5511987650004',
      order: {
        items: [
          { ...soda, quantity: 1, unitPriceCents: 100, totalCents: 100 },
          {
            ...soda,
            externalCode: null,
            name: 'Torta da avó',
            quantity: 1,
            unitPriceCents: 0,
            totalCents: 0,
          },
        ],
        ...{ fees: [], discounts: [], orderCents: 100 },
        payments: [{ method: 'PIX', brand: null, cents: 100, prepaid: false, changeForCents: null }],
      },
    })
    const page = await openTill()
    await page.keyboard.type('11987650004')
    await till(page)
      .getByRole('button', { name: /^Repetir o último/ })
      .click()
    await till(page).getByText('Ficou de fora: Torta da avó não está no cardápio.').waitFor()
    await expect.poll(() => comanda(page).getByRole('listitem').allInnerTexts()).toHaveLength(1)
    await expectAccessible(page, 'a repeated order')
    await page.context().close()
  })

  test('lies over a page that keeps its width', async () => {
    const page = await board()
    const width = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().width)
    const before = await width()
    await newOrder(page).click()
    await menuIsThere(page)
    expect(await width()).toBe(before)
    await page.context().close()
  })

  test('adds by search and arrow, and Esc leaves a field before it leaves an order that is there again', async () => {
    const page = await openTill()
    await page.keyboard.press('/')
    await page.keyboard.type('refrigerante')
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
    await comanda(page).getByText('Refrigerante lata').waitFor()
    const name = till(page).getByLabel('Nome do cliente')
    await name.fill('Cliente que volta')
    await page.keyboard.press('F9')
    await till(page).getByLabel('Desconto', { exact: true }).fill('5,00')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.matches('input') === false)
    expect(await till(page).getByLabel('Desconto', { exact: true }).inputValue()).toBe('5,00')
    await page.keyboard.press('Escape')
    await till(page).waitFor({ state: 'detached' })
    await newOrder(page).click()
    await comanda(page).getByText('Refrigerante lata').waitFor()
    expect(await name.inputValue()).toBe('Cliente que volta')
    await till(page).getByRole('button', { name: 'Esvaziar a comanda' }).click()
    await comanda(page).waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('')
    await page.context().close()
  })

  test('brings the way of a known customer also after a dish was tapped, and says so', async () => {
    await knownCustomer('+5511987650005', 'Nair Souza')
    const page = await openTill()
    const held = await heldLookUp(page)
    await page.keyboard.type('11987650005')
    await held.asked
    await till(page)
      .getByRole('button', { name: /^Água com gás/ })
      .click()
    await comanda(page).getByText('Água com gás').waitFor()
    held.answer()
    await till(page).getByText('Mudou para Entrega.').waitFor()
    expect(await till(page).getByRole('radio', { name: 'Entrega' }).isChecked()).toBe(true)
    await expect.poll(() => till(page).getByLabel('Taxa de entrega (R$)').inputValue()).toBe('4,90')
    await shot(page, 'brought-way')
    await page.context().close()
  })

  test('does not send an order while its telephone is looked up: the answer may change the way', async () => {
    await knownCustomer('+5511987650038', 'Noêmia Prado')
    const page = await openTill()
    const held = await heldLookUp(page)
    await page.keyboard.type('11987650038')
    await held.asked
    await till(page)
      .getByRole('button', { name: /^Água com gás/ })
      .click()
    await page.keyboard.press('Control+Enter')
    await till(page).getByText('Procurando este telefone. Lance de novo em um instante.').waitFor()
    held.answer()
    await expect.poll(() => till(page).getByLabel('Nome do cliente').inputValue()).toBe('Noêmia Prado')
    expect(await till(page).getByRole('radio', { name: 'Entrega' }).isChecked()).toBe(true)
    await page.context().close()
  })

  test('leaves the way that a person chose, also one that was chosen already', async () => {
    await knownCustomer('+5511987650006', 'Beto Reis')
    const page = await openTill()
    const held = await heldLookUp(page)
    await page.keyboard.type('11987650006')
    await held.asked
    await till(page).getByRole('radio', { name: 'Retirada' }).click()
    held.answer()
    await expect.poll(() => till(page).getByLabel('Nome do cliente').inputValue()).toBe('Beto Reis')
    expect(await till(page).getByRole('radio', { name: 'Retirada' }).isChecked()).toBe(true)
    await page.context().close()
  })

  test('a sentence about a field goes when its field is right', async () => {
    const page = await openTill()
    await page.keyboard.type('12')
    await page.keyboard.press('Control+Enter')
    const sentences = [
      'Informe o telefone com DDD.',
      'Informe o nome do cliente.',
      'Escolha ao menos um item.',
    ].map((words) => till(page).getByText(words))
    for (const sentence of sentences) await sentence.waitFor()
    const [phone, name, items] = sentences
    await till(page).getByLabel('Telefone').fill('11987650099')
    await phone?.waitFor({ state: 'detached' })
    await name?.waitFor()
    await till(page).getByLabel('Nome do cliente').fill('Duda')
    await name?.waitFor({ state: 'detached' })
    await items?.waitFor()
    await till(page)
      .getByRole('button', { name: /^Água com gás/ })
      .click()
    await items?.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('gives a discount with its reason, which the order shows', async () => {
    const page = await openTill()
    await till(page).getByLabel('Nome do cliente').fill('Cliente do Desconto')
    await page.keyboard.press('F3')
    await page.keyboard.type('refrigerante')
    await page.keyboard.press('Enter')
    await page.keyboard.press('F9')
    await page.keyboard.type('1,50')
    await page.keyboard.press('Control+Enter')
    await till(page).getByText('Diga por que há desconto.').waitFor()
    expect(await till(page).getByLabel('Desconto', { exact: true }).inputValue()).toBe('1,50')
    await page.keyboard.type('Esperou demais')
    await page.keyboard.press('Control+Enter')
    await placed(page)
    await page
      .locator('article')
      .filter({ hasText: 'Cliente do Desconto' })
      .getByRole('button', { name: /ver detalhes/ })
      .click()
    await page.getByText('Desconto, a loja paga, “Esperou demais”').waitFor()
    await page.context().close()
  })

  test('shows each dish with its photo or its initial, and one that is missing is not taken', async () => {
    const page = await openTill()
    const tile = (name: string) => till(page).getByRole('button', { name: new RegExp(`^${name}`) })
    const photo = tile('Picanha na brasa').locator('img')
    await photo.scrollIntoViewIfNeeded()
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true)
    // The name is beside it.
    expect(await photo.getAttribute('alt')).toBe('')
    const plain = tile('Água com gás')
    expect([await plain.locator('img').count(), await plain.locator('[aria-hidden]').innerText()]).toEqual([
      0,
      'Á',
    ])
    const missing = tile('Costela no bafo')
    await missing.getByText('Em falta').waitFor()
    await missing.click({ force: true })
    await plain.click()
    await comanda(page).getByText('Água com gás').waitFor()
    expect(await comanda(page).getByRole('listitem').count()).toBe(1)
    await page.context().close()
  })

  test('says in words how the fee of an address came about', async () => {
    const page = await openSignedIn(panel, owner, '/settings?tab=entrega')
    await page.getByRole('button', { name: /^Ligar chuva/ }).click()
    await page.getByText(/^Chuva ligada/).waitFor()
    await page.goto('/menu/orders')
    await newOrder(page).click()
    await till(page).getByRole('radio', { name: 'Entrega' }).check()
    await till(page).getByLabel('Endereço em uma linha').fill('Rua Harmonia 45, Vila Madalena')
    const note = till(page).getByText(/^Vila Madalena: R\$/)
    await note.waitFor()
    await till(page)
      .getByText(/^Vila Madalena \(R\$\s4,90, 25–35\smin\), Chuva.* \(\+10\smin\), Chuva.* \(\+R\$\s2,00\)$/)
      .waitFor()
    await expect.poll(() => till(page).getByLabel('Taxa de entrega (R$)').inputValue()).toBe('6,90')
    await note.click()
    await till(page).getByText('O cliente paga R$ 6,90').waitFor()
    await expectAccessible(page, 'a fee in words')
    await page.keyboard.press('Escape')
    await page.goto('/settings?tab=entrega')
    await page
      .getByRole('button', { name: /^Desligar/ })
      .first()
      .click()
    await page.getByText(/^Chuva ligada/).waitFor({ state: 'detached' })
    await page.context().close()
  })

  test.each(
    looksOfThisRun([
      { width: 1440 },
      { width: 1280, height: 800 },
      { width: 1920, height: 1080, theme: 'dark' },
      { width: 390, height: 844, theme: 'dark' },
    ] as const),
  )('fits its screen: %o', async (look) => {
    const page = await openTill(look)
    await till(page).getByRole('radio', { name: 'Entrega' }).check()
    await expectFitting(page, 'the till')
    await till(page)
      .getByRole('button', { name: /^Picanha na brasa/ })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Picanha na brasa' })
    await sheet.getByRole('radio', { name: 'Ao ponto' }).check()
    await expectFitting(page, 'the options')
    await sheet.getByRole('button', { name: /^Pôr na comanda/ }).click()
    await sheet.waitFor({ state: 'detached' })
    if (look.width < 1_024)
      await till(page)
        .getByRole('button', { name: /ver comanda/ })
        .click()
    await comanda(page).getByText('Ao ponto').waitFor()
    await expectFitting(page, 'the comanda')
    await page.context().close()
  })
})
