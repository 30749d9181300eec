import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { orderIn } from './menu-site.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const openGroup = async (look: Look = {}): Promise<Page> => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/sabor-da-vila', look)
  await answered(page)
  await page.getByRole('heading', { name: 'Precisa de você' }).waitFor()
  return page
}
const dialog = (page: Page) => page.getByRole('dialog')

test('an owner stops three of four stores from the group’s page, sees each result, and takes it back', async () => {
  const page = await openGroup()
  await page.getByRole('button', { name: 'Agir em várias lojas' }).click()
  await dialog(page).getByRole('radio', { name: '15 min' }).check()
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByText('Vai mudar em 4 lojas.').waitFor()
  await dialog(page)
    .getByRole('checkbox', { name: /Pastel da Vila/ })
    .uncheck()
  await dialog(page).getByText('Vai mudar em 3 lojas.').waitFor()
  await dialog(page).getByRole('button', { name: 'Parar em 3 lojas' }).click()
  await dialog(page).getByRole('heading', { name: 'Feito em 3 lojas' }).waitFor()
  expect(await dialog(page).getByText('feito', { exact: true }).count()).toBe(3)
  // Closed and opened again, the result is where it was.
  await dialog(page).getByRole('button', { name: 'Pronto' }).click()
  await page.getByRole('button', { name: 'Parar de vender por 15 min' }).click()
  await dialog(page)
    .getByRole('button', { name: /^Desfazer nas 3 lojas/ })
    .click()
  await dialog(page).getByRole('heading', { name: 'Desfeito em 3 lojas' }).waitFor()
  await page.context().close()
})

test('a store that refuses is named with its reason before anything changes', async () => {
  const page = await openGroup()
  await page.getByRole('button', { name: 'Agir em várias lojas' }).click()
  await dialog(page).getByRole('radio', { name: 'Pausar um item' }).check()
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByText('Escolha o item.').waitFor()
  await dialog(page).getByRole('combobox', { name: 'Item' }).fill('Temaki de salmão')
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByText('Não vende este item.').first().waitFor()
  await dialog(page)
    .getByText(/fica de fora\.|ficam de fora\./)
    .waitFor()
  await page.context().close()
})

test('hours are copied although they are still on their way when the button is pressed', async () => {
  const page = await openGroup()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/workingHours/mine**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Agir em várias lojas' }).click()
  await dialog(page).getByRole('radio', { name: 'Copiar horários' }).check()
  const look = dialog(page).getByRole('button', { name: 'Ver o que muda' })
  await look.click()
  await look.and(page.locator('[aria-busy=true]')).waitFor()
  held.resolve()
  await dialog(page).getByRole('heading', { name: 'Copiar os horários da semana' }).waitFor()
  await dialog(page).getByText('Nada mudou ainda.').waitFor()
  await page.context().close()
})

test('a menu that is copied has one name from the choice to the button', async () => {
  const page = await openGroup()
  await page.getByRole('button', { name: 'Agir em várias lojas' }).click()
  await dialog(page).getByRole('radio', { name: 'Copiar cardápio' }).check()
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByRole('heading', { name: 'Copiar o cardápio' }).waitFor()
  await dialog(page)
    .getByRole('button', { name: /^Copiar em \d lojas?$/ })
    .waitFor()
  expect(await dialog(page).getByText('Lido de volta').count()).toBe(0)
  await page.context().close()
})

test('somebody is invited to all stores of the group, and a month comes as one file a store', async () => {
  const page = await openGroup()
  const act = async (kind: string) => {
    await page.getByRole('button', { name: 'Agir em várias lojas' }).click()
    await dialog(page).getByRole('radio', { name: kind }).check()
  }
  await act('Convidar alguém')
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page)
    .getByText('Confira o e-mail', { exact: false })
    .or(dialog(page).getByText('Informe o e-mail.'))
    .first()
    .waitFor()
  await dialog(page).getByRole('textbox', { name: 'E-mail' }).fill('regional@balcao.example')
  await dialog(page).getByRole('radio', { name: 'Gerente' }).check()
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByRole('button', { name: 'Convidar em 4 lojas' }).click()
  await dialog(page).getByRole('heading', { name: 'Feito em 4 lojas' }).waitFor()
  await expectFitting(page, 'invitations of four stores')
  await dialog(page).getByRole('button', { name: 'Pronto' }).click()

  await act('Baixar arquivos')
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByRole('button', { name: 'Preparar os arquivos em 4 lojas' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Baixar 4 arquivos' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('lojas.zip')
  await page.context().close()
})

test('an order that waits is accepted in its row of the group’s page, which the row leaves', async () => {
  await orderIn('new', panel.url, 'Vera do Grupo')
  const page = await openGroup()
  const accept = page.getByRole('button', { name: /^Aceitar: / }).first()
  const name = (await accept.getAttribute('aria-label')) ?? ''
  await accept.click()
  await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/sabor-da-vila')
  await page.context().close()
})

test('an item that was forgotten off sale comes back by the button of its row', async () => {
  const page = await openGroup()
  const needs = page.getByRole('region', { name: /^Precisa de você/ })
  await needs.getByRole('listitem').first().waitFor()
  const more = needs.getByRole('button', { name: /^mais \d+$/ })
  if ((await more.count()) > 0) await more.click()
  const forgotten = needs.getByRole('listitem').filter({ hasText: 'Pastel de camarão parado' })
  await forgotten.getByRole('button', { name: /^Voltar a vender/ }).click()
  await dialog(page).getByRole('heading', { name: 'Voltar a vender Pastel de camarão' }).waitFor()
  await dialog(page).getByRole('button', { name: 'Voltar a vender em 1 loja' }).click()
  await dialog(page).getByText('Pastel de camarão volta a vender.').waitFor()
  await dialog(page).getByRole('button', { name: 'Pronto' }).click()
  await forgotten.waitFor({ state: 'detached' })
  await page.context().close()
})

test('the ranking is ordered by any figure, and every store stays beside its own compared day', async () => {
  const page = await openGroup()
  await page.getByRole('radio', { name: 'Mudança' }).check()
  await page.getByRole('heading', { name: 'As lojas em ordem' }).waitFor()
  const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Mudança' }) })
  expect(await table.locator('tbody tr').count()).toBe(4)
  await page.context().close()
})

test('every sum names the stores that are in it', async () => {
  const page = await openGroup()
  for (const name of ['Total do grupo', 'Agora em 4 lojas']) {
    const sum = page.getByRole('region', { name })
    await sum.getByText('Lojas nesta soma').click()
    await sum.getByText(/Pastel da Vila.*Temaki do Largo.*\.$|Temaki do Largo.*Pastel da Vila.*\.$/).waitFor()
  }
  await page.context().close()
})

test('an owner sets a goal for two stores, and reads the pace of those two', async () => {
  const page = await openGroup()
  const goals = page.getByRole('region', { name: 'Meta do mês' })
  await goals.getByText(/^Nenhuma loja tem meta/).waitFor()
  await goals.getByRole('button', { name: 'Definir metas' }).click()
  await dialog(page)
    .getByLabel(/^Pastel da Vila/)
    .fill('80.000')
  await dialog(page)
    .getByLabel(/^Temaki do Largo/)
    .fill('cem mil')
  await dialog(page).getByRole('button', { name: 'Salvar as metas' }).click()
  await dialog(page).getByText('Informe a meta em reais, como 80.000.').waitFor()
  await expectFitting(page, 'the goals')
  await dialog(page)
    .getByLabel(/^Temaki do Largo/)
    .fill('100.000')
  await dialog(page).getByRole('button', { name: 'Salvar as metas' }).click()
  await goals.getByText(/meta R\$\s180\.000/).waitFor()
  await goals.getByText(/em 2 de 4 lojas, as que têm meta/).waitFor()
  await goals.getByText('Lojas nesta soma').click()
  await goals.getByText(/^(Pastel da Vila, Temaki do Largo|Temaki do Largo, Pastel da Vila)\.$/).waitFor()
  await page.context().close()
})

test.each(
  looksOfThisRun([
    [1440, 'light'],
    [1280, 'dark'],
    [1920, 'light'],
    [390, 'dark'],
  ] as const),
)('an act in many stores at %i wide in %s fits the screen and is accessible', async (width, theme) => {
  const page = await openGroup({ width, theme, height: width === 390 ? 844 : 900 })
  await expectFitting(page, 'the group')
  await page.getByRole('button', { name: /^Agir/ }).click()
  await expectFitting(page, 'the question')
  await dialog(page).getByRole('radio', { name: 'Voltar a vender' }).check()
  await dialog(page).getByRole('button', { name: 'Ver o que muda' }).click()
  await dialog(page).getByText('Nada mudou ainda.').waitFor()
  await expectFitting(page, 'the rehearsal')
  await page.context().close()
})
