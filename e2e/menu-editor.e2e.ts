import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { chooseStores, openPanel, signIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

async function open(way: string, look: Look = {}, caller = 'dona'): Promise<Page> {
  const page = await openPanel(panel, '/cardapio', look)
  await signIn(page, `${caller}@balcao.example`)
  await page.goto('/cardapio')
  await page.getByRole('button', { name: way, exact: true }).click()
  // The view is in the address.
  if (way !== 'Itens') await page.waitForURL(/ver=(organizar|precos)/)
  return page
}

const inOrder = (page: Page) => page.getByRole('list', { name: /na ordem do cardápio/ })
const names = (page: Page) => inOrder(page).getByRole('heading').allInnerTexts()
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

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
  await dialog.getByLabel('Preço no canal próprio (R$)').fill('29,90')
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
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).not.toEqual(before)
  await expect.poll(() => up.evaluate((one) => one === document.activeElement)).toBe(true)

  // By pointer: an item of another category is dropped on the new one.
  const first = inOrder(page)
    .locator('[data-drag-row]')
    .filter({ has: page.locator('h3') })
    .first()
  const moved = await first.getByRole('heading').innerText()
  await first
    .locator('[draggable=true]')
    .dragTo(inOrder(page).locator('[data-drag-row]').filter({ hasText: 'Prato do dia' }))
  await expect
    .poll(async () => {
      const all = await names(page)
      return all[all.indexOf('Prato do dia') - 1]
    })
    .toBe(moved)
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
    await page.context().close()
  }
})
