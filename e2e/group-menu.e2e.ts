import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const openMenu = async (look: Look = {}): Promise<Page> => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/sabor-da-vila', look)
  await answered(page)
  await page.getByRole('button', { name: 'Cardápio da rede' }).click()
  await dialog(page)
    .getByText('O que cada loja decide')
    .or(dialog(page).getByText('O cardápio da rede é o de'))
    .first()
    .waitFor()
  return page
}
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, store: string) => dialog(page).getByRole('row').filter({ hasText: store })

test('an owner names the menu of the chain, publishes it to one store, reads that it is there, and takes it back', async () => {
  const page = await openMenu()
  await dialog(page).getByLabel('O cardápio da rede é o de').selectOption({ label: 'Pastel da Vila' })
  await dialog(page).getByRole('button', { name: 'Salvar' }).click()
  await dialog(page).getByText('Cada loja decide quando pausa um item').waitFor()
  await row(page, 'Cantina Aurora')
    .getByText(/\d+ itens/)
    .waitFor()
  // One store is enough.
  for (const other of ['Brasa & Cia', 'Temaki do Largo'])
    await row(page, other).getByRole('checkbox').uncheck()
  await dialog(page).getByRole('checkbox', { name: 'iFood' }).check()
  await expectFitting(page, 'stores and channels')
  await dialog(page).getByRole('button', { name: 'Copiar em 1 loja' }).click()
  await dialog(page).getByText('Vai mudar em 1 loja.').waitFor()
  await dialog(page)
    .getByText(/A comparação com o iFood espera confirmação no cardápio da loja\./)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Copiar em 1 loja' }).click()
  await dialog(page).getByRole('heading', { name: 'Feito em 1 loja' }).waitFor()
  await dialog(page)
    .getByText(/Lido de volta: confere\./)
    .waitFor()
  await dialog(page).getByRole('button', { name: 'Pronto' }).click()
  await row(page, 'Cantina Aurora').getByText('nada').waitFor()
  await row(page, 'Temaki do Largo')
    .getByText(/\d+ itens/)
    .waitFor()

  await dialog(page).getByRole('button', { name: 'Cantina Aurora' }).click()
  await dialog(page).getByText('Só desta loja').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Copiar o cardápio' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Desfazer/ })
    .click()
  await dialog(page).getByRole('heading', { name: 'Desfeito em 1 loja' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: 'Cardápio da rede' }).click()
  await row(page, 'Cantina Aurora')
    .getByText(/\d+ itens/)
    .waitFor()
  await page.context().close()
})

test.each(
  looksOfThisRun([
    [1440, 'light'],
    [1280, 'dark'],
    [1920, 'light'],
    [390, 'dark'],
  ] as const),
)('the menu of the chain at %i wide in %s fits the screen and is accessible', async (width, theme) => {
  const page = await openMenu({ width, theme, height: width === 390 ? 844 : 900 })
  const change = dialog(page).getByRole('button', { name: 'Mudar' })
  await change.waitFor()
  await expectFitting(page, 'store by difference')
  await change.click()
  await expectFitting(page, 'whose menu it is')
  expect(await dialog(page).getByRole('checkbox').count()).toBe(3)
  await dialog(page).getByRole('button', { name: 'Voltar' }).click()
  await dialog(page).getByRole('button', { name: 'Temaki do Largo' }).click()
  await dialog(page).getByText('Faltam na loja').waitFor()
  await expectFitting(page, 'what differs in a store')
  await page.context().close()
})
