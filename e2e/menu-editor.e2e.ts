import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { chooseStores, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

async function open(way: string, look: Look = {}, caller = 'dona'): Promise<Page> {
  const page = await openSignedIn(panel, `${caller}@balcao.example`, '/cardapio', look)
  await page.getByRole('button', { name: way, exact: true }).click()
  // The view is in the address.
  if (way !== 'Itens') await page.waitForURL(/ver=(organizar|precos)/)
  return page
}

const picture = async (page: Page, name: string) => {
  const folder = process.env.BALCAO_SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const inOrder = (page: Page) => page.getByRole('list', { name: /na ordem do cardápio/ })
const names = (page: Page) => inOrder(page).getByRole('heading').allInnerTexts()
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
const moveSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/menu/move') && response.ok())

test('a category with hours, a group of options and an item with both are made, put in order, and deleted and brought back', async () => {
  const page = await open('Organizar', {}, 'outra')
  await page.getByRole('button', { name: 'Nova categoria' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome', { exact: true }).fill('Executivos')
  await dialog.getByRole('button', { name: 'Incluir horário' }).click()
  await save(page)
  await gone(page)
  await inOrder(page).getByText('Seg a Sex, 11:00–15:00').waitFor()

  await page.getByRole('button', { name: 'Opções', exact: true }).click()
  await page.getByRole('button', { name: 'Novo grupo' }).click()
  await dialog.getByLabel('Nome do grupo').fill('Ponto da casa')
  await dialog.getByLabel('Mínimo').fill('2')
  await dialog.getByLabel('Opção', { exact: true }).fill('Ao ponto')
  await dialog.getByLabel('Preço (R$)').fill('-0,01')
  await save(page)
  await dialog.getByText('Informe o preço em reais, como 12,50.').waitFor()
  await dialog.getByLabel('Preço (R$)').fill('2,50')
  await save(page)
  await dialog.getByText('O mínimo passa do máximo.').waitFor()
  await dialog.getByLabel('Mínimo').fill('1')
  await save(page)
  await gone(page)
  await inOrder(page)
    .getByText(/escolha 1 · Ao ponto R\$\s2,50 · nenhum item usa/)
    .waitFor()

  await page.getByRole('button', { name: 'Categorias e itens' }).click()
  await page.getByRole('button', { name: 'Novo item em Executivos' }).click()
  await dialog.getByLabel('Nome', { exact: true }).fill('Prato do dia')
  await dialog.getByLabel('Preço no cardápio (R$)').fill('29,90')
  await dialog.getByText('Opções', { exact: true }).click()
  await dialog.getByLabel('Ponto da casa, escolha 1').check()
  await dialog.getByText('Código, fiscal e porção').click()
  await dialog.getByLabel('NCM').fill('123')
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await dialog.getByText(/O NCM tem oito números/).waitFor()
  await dialog.getByLabel('NCM').fill('2106.90.90')
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await gone(page)
  const dish = inOrder(page).getByRole('heading', { name: 'Prato do dia' })
  await dish.waitFor()

  // By keyboard: the category goes up, and the focus stays on its button.
  const before = await names(page)
  const up = page.getByRole('button', { name: 'Mover Executivos para cima' })
  await up.focus()
  let saved = moveSaved(page)
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).not.toEqual(before)
  await expect.poll(() => up.evaluate((one) => one === document.activeElement)).toBe(true)
  await saved

  // By pointer: an item of another category is dropped on the new one.
  const first = inOrder(page)
    .locator('[data-drag-row]')
    .filter({ has: page.locator('h3') })
    .first()
  const moved = await first.getByRole('heading').innerText()
  saved = moveSaved(page)
  await first
    .locator('[draggable=true]')
    .dragTo(inOrder(page).locator('[data-drag-row]').filter({ hasText: 'Prato do dia' }))
  await expect
    .poll(async () => {
      const all = await names(page)
      return all[all.indexOf('Prato do dia') - 1]
    })
    .toBe(moved)
  await saved
  await page.reload()
  await page.getByRole('button', { name: 'Organizar', exact: true }).click()
  await dish.waitFor()
  expect((await names(page)).indexOf(moved)).toBe((await names(page)).indexOf('Prato do dia') - 1)

  await page.getByRole('button', { name: 'Excluir Prato do dia' }).click()
  await dish.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await dish.waitFor()
  await inOrder(page).getByText('1 grupo de opções').last().waitFor()
  await page.context().close()
})

test('a pizza of halves costs what its group says, and an address in one line quotes its delivery', async () => {
  const page = await open('Organizar', {}, 'outra')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Opções', exact: true }).click()
  await page.getByRole('button', { name: 'Novo grupo' }).click()
  await dialog.getByLabel('Nome do grupo').fill('Sabores')
  await dialog.getByLabel('Mínimo').fill('1')
  await dialog.getByLabel('Máximo').fill('2')
  await dialog.getByLabel('Opção', { exact: true }).fill('Calabresa')
  await dialog.getByLabel('Preço (R$)').fill('40,00')
  await dialog.getByRole('button', { name: 'Incluir opção' }).click()
  await dialog.getByLabel('Opção', { exact: true }).last().fill('Camarão')
  await dialog.getByLabel('Preço (R$)').last().fill('60,00')
  await dialog.getByLabel('Como cobrar').selectOption({ label: 'Meio a meio: média dos sabores' })
  await dialog.getByText(/Meia Calabresa \(R\$\s40,00\) e meia Camarão \(R\$\s60,00\): R\$\s50,00/).waitFor()
  await dialog.getByLabel('Como cobrar').selectOption({ label: 'Meio a meio: vale a mais cara' })
  await dialog.getByText(/Camarão \(R\$\s60,00\): R\$\s60,00/).waitFor()
  await expectAccessible(page, 'how halves are charged')
  await picture(page, 'group-1440')
  await save(page)
  await gone(page)
  await inOrder(page)
    .getByText(/escolha de 1 a 2, vale a mais cara · Calabresa/)
    .waitFor()
  await picture(page, 'groups-1440')

  await page.getByRole('button', { name: 'Categorias e itens' }).click()
  await page
    .getByRole('button', { name: /^Novo item em / })
    .first()
    .click()
  await dialog.getByLabel('Nome', { exact: true }).fill('Pizza de dois sabores')
  await dialog.getByLabel('Preço no cardápio (R$)').fill('0,00')
  await dialog.getByText('Opções', { exact: true }).click()
  await dialog.getByLabel(/^Sabores, /).check()
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await gone(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/menu/orders')
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  await page.getByLabel('Buscar no cardápio').fill('dois sabores')
  await page.getByRole('button', { name: /Pizza de dois sabores.*desde R\$\s40,00/ }).click()
  const choice = page.getByRole('dialog', { name: 'Pizza de dois sabores' })
  await choice.getByRole('checkbox', { name: /Calabresa/ }).check()
  await choice.getByRole('checkbox', { name: /Camarão/ }).check()
  await picture(page, 'halves-390')
  await choice.getByRole('button', { name: /^Pôr na comanda R\$\s60,00/ }).click()
  await page.getByRole('radio', { name: 'Entrega' }).check()
  await page.getByLabel('Nome do cliente').fill('Cliente da Pizza')
  await page.getByRole('button', { name: /^1 item, ver comanda/ }).click()
  await page.getByText('Calabresa, Camarão').waitFor()
  await page.getByLabel('Endereço em uma linha').fill('Rua das Flores 120 apto 3, Centro')
  expect(await page.getByLabel('Rua', { exact: true }).inputValue()).toBe('Rua das Flores')
  expect(await page.getByLabel('Número').inputValue()).toBe('120')
  expect(await page.getByLabel('Bairro').inputValue()).toBe('Centro')
  await page.getByLabel('Taxa de entrega (R$)').fill('7,00')
  await expectAccessible(page, 'an address in one line')
  await expectFitting(page)
  await picture(page, 'address-390')
  // The quote asks for it, a moment after the address rests.
  await page.getByLabel('Por que foge da regra').fill('combinado')
  await page.getByRole('button', { name: /^Lançar pedido/ }).click()
  await page.getByText(/Pedido .*: lançado\./).waitFor()
  await page.context().close()
})

test('a question of one option is asked in the till once that option is chosen', async () => {
  const page = await open('Organizar', {}, 'outra')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Opções', exact: true }).click()
  const addGroup = async (name: string, options: readonly string[], askedWith?: string) => {
    await page.getByRole('button', { name: 'Novo grupo' }).click()
    await dialog.getByLabel('Nome do grupo').fill(name)
    await dialog.getByLabel('Mínimo').fill('1')
    for (const [place, option] of options.entries()) {
      if (place > 0) await dialog.getByRole('button', { name: 'Incluir opção' }).click()
      await dialog.getByLabel('Opção', { exact: true }).last().fill(option)
      await dialog
        .getByLabel('Preço (R$)')
        .last()
        .fill(place === 0 ? '0,00' : '4,00')
    }
    if (askedWith) await dialog.getByLabel('Quando perguntar').selectOption({ label: askedWith })
    await expectAccessible(page, 'a group of an option')
    await save(page)
    await gone(page)
  }
  await addGroup('Acompanhamento', ['Salada', 'Batata'])
  await addGroup('Tamanho da batata', ['Média', 'Grande'], 'Só com Batata, de Acompanhamento')
  await inOrder(page)
    .getByText(/Grande R\$\s4,00 · só com Batata, de Acompanhamento/)
    .waitFor()
  await picture(page, 'groups-of-options-1440')

  await page.getByRole('button', { name: 'Categorias e itens' }).click()
  await page
    .getByRole('button', { name: /^Novo item em / })
    .first()
    .click()
  await dialog.getByLabel('Nome', { exact: true }).fill('Combo da casa')
  await dialog.getByLabel('Preço no cardápio (R$)').fill('30,00')
  await dialog.getByText('Opções', { exact: true }).click()
  await dialog.getByLabel(/^Acompanhamento, /).check()
  expect(await dialog.getByLabel(/^Tamanho da batata/).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Incluir item' }).click()
  await gone(page)

  await page.goto('/menu/orders')
  await page.getByRole('button', { name: 'Novo pedido' }).click()
  await page.getByLabel('Buscar no cardápio').fill('combo da casa')
  await page.getByRole('button', { name: /^Combo da casa/ }).click()
  const choice = page.getByRole('dialog', { name: 'Combo da casa' })
  const size = choice.getByRole('group', { name: /^Tamanho da batata/ })
  await choice.getByRole('radio', { name: /Salada/ }).check()
  expect(await size.count()).toBe(0)
  await choice.getByRole('radio', { name: /Batata/ }).check()
  await size.waitFor()
  await choice.getByRole('button', { name: /^Pôr na comanda/ }).click()
  await choice.getByText('Escolha 1 em “Tamanho da batata”.').waitFor()
  await size.getByRole('radio', { name: /Grande/ }).check()
  await expectAccessible(page, 'a question of an option')
  await picture(page, 'question-of-option-1440')
  // Another side takes the size back.
  await choice.getByRole('radio', { name: /Salada/ }).check()
  await choice.getByRole('button', { name: /^Pôr na comanda R\$\s30,00/ }).waitFor()
  await choice.getByRole('radio', { name: /Batata/ }).check()
  expect(await size.getByRole('radio', { checked: true }).count()).toBe(0)
  await size.getByRole('radio', { name: /Grande/ }).check()
  await choice.getByRole('button', { name: /^Pôr na comanda R\$\s38,00/ }).click()
  await page.getByText('Batata, Grande').waitFor()
  await page.context().close()
})

test('a search stays while other stores are chosen and the menu is seen another way', async () => {
  const page = await open('Itens')
  await page.getByLabel('Buscar no cardápio').fill('agua')
  await page.getByText(/^\d+ de \d+ itens$/).waitFor()
  await chooseStores(page, 'Brasa & Cia')
  expect(await page.getByLabel('Buscar no cardápio').inputValue()).toBe('agua')
  await page.getByRole('button', { name: 'Preço por loja' }).click()
  expect(await page.getByLabel('Buscar no cardápio').inputValue()).toBe('agua')
  await page.getByRole('group', { name: 'Água com gás' }).waitFor()
  await page.context().close()
})

test('prices and sale of a dish are changed side by side in its stores', async () => {
  const page = await open('Preço por loja')
  await page.getByLabel('Buscar no cardápio').fill('agua com gas')
  const price = page.getByLabel('Preço de Água com gás em Brasa & Cia')
  await price.fill('7,35')
  await page.keyboard.press('Enter')
  await page.getByText(/Água com gás agora custa R\$\s7,35 em Brasa & Cia\./).waitFor()
  await price.fill('x')
  await page.keyboard.press('Enter')
  await page.getByText('informe o preço em reais, como 12,50.').waitFor()
  await price.focus()
  await page.keyboard.press('Escape')
  expect(await price.inputValue()).toBe('7,35')
  const sold = page.getByRole('switch', { name: 'Água com gás à venda em Cantina Aurora' })
  await sold.click()
  await expect.poll(() => sold.getAttribute('aria-checked')).toBe('false')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect.poll(() => sold.getAttribute('aria-checked')).toBe('true')
  await page.reload()
  await page.getByRole('button', { name: 'Preço por loja' }).click()
  await page.getByLabel('Buscar no cardápio').fill('agua com gas')
  await expect.poll(() => price.inputValue()).toBe('7,35')
  await page.context().close()
})

test('organising and comparing fit and are accessible on desktop and phone in both themes', async () => {
  for (const look of looksOfThisRun([
    { width: 1440, theme: 'light' },
    { width: 390, height: 844, theme: 'light' },
    { width: 1440, theme: 'dark' },
    { width: 390, height: 844, theme: 'dark' },
  ] as const)) {
    const where = `at ${String(look.width)}, ${look.theme}`
    const page = await open('Organizar', look)
    await inOrder(page).waitFor()
    await expectFitting(page, `the order ${where}`)
    await page.getByRole('button', { name: 'Opções', exact: true }).click()
    await page
      .getByRole('button', { name: /^Editar / })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('Nome do grupo').waitFor()
    await expectFitting(page, `a group ${where}`)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Preço por loja' }).click()
    await page.getByRole('list', { name: 'Itens por loja' }).waitFor()
    await expectFitting(page, `prices by store ${where}`)
    if (look.width === 390) await expectNamesOnOneLine(page)
    await page.context().close()
  }
})

/** Beside its price the name of a store is read at a glance, not syllable by syllable. */
async function expectNamesOnOneLine(page: Page): Promise<void> {
  const dish = page.getByRole('group', { name: 'Picanha na brasa' })
  const box = await dish.getByText('Brasa & Cia', { exact: true }).boundingBox()
  expect(box?.height).toBeLessThan(32)
}
