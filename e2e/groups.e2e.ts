import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, businessDayOf } from '../contract/shared/day.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const phone = { width: 390, height: 844 } as const
const opened = async (email: string, path: string, look: Look = {}): Promise<Page> => {
  const page = await openSignedIn(panel, email, path, look)
  await answered(page)
  return page
}
const dialog = (page: Page) => page.getByRole('dialog')

async function fill(page: Page, name: string, stores: readonly string[]): Promise<void> {
  await dialog(page).getByLabel('Nome do grupo').fill(name)
  for (const store of stores) await dialog(page).getByLabel(store, { exact: true }).check()
  await dialog(page).getByText('Disponível.').waitFor()
}

test('only an owner is offered another store', async () => {
  for (const [who, offers] of [
    ['dona', 1],
    ['gerente', 0],
    ['atendente', 0],
  ] as const) {
    const page = await opened(`${who}@balcao.example`, '/lojas')
    await page.getByRole('heading', { name: 'Todas as lojas' }).waitFor()
    expect(await page.getByRole('link', { name: 'Abrir outra loja' }).count(), who).toBe(offers)
    await page.context().close()
  }
})

test('on the phone a group of two stores is made, renamed, found at its old address and deleted', async () => {
  const page = await opened('dona@balcao.example', '/lojas', phone)
  await page.getByRole('button', { name: 'Criar grupo' }).click()
  await fill(page, 'Família Prado', ['Brasa & Cia', 'Temaki do Largo'])
  await expectFitting(page, 'the form of a group')
  await dialog(page).getByRole('button', { name: 'Criar grupo' }).click()
  await page.waitForURL('**/familia-prado')
  await page.getByRole('heading', { name: /Família Prado/ }).waitFor()
  expect(await page.locator('[data-metric="net-big"]').innerText()).toMatch(/^R\$\s[\d.]+$/)
  expect((await page.locator('[data-metric="net-big"]').boundingBox())?.y).toBeLessThan(230)

  await page.getByRole('button', { name: 'Editar grupo' }).click()
  await dialog(page).getByLabel('Nome do grupo').fill('Prado e filhos')
  await dialog(page).getByLabel('Endereço').fill('Prado Filhos')
  await dialog(page).getByText('Disponível. Quem abrir /familia-prado chega aqui.').waitFor()
  await dialog(page).getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL('**/prado-filhos')
  await page.goto('/familia-prado')
  await page.waitForURL('**/prado-filhos')
  await page.getByRole('heading', { name: /Prado e filhos/ }).waitFor()

  await page.getByRole('button', { name: 'Editar grupo' }).click()
  await dialog(page).getByRole('button', { name: 'Excluir grupo' }).click()
  await dialog(page).getByText('As 2 lojas ficam como estão').waitFor()
  const remove = dialog(page).getByRole('button', { name: 'Excluir grupo' })
  expect(await remove.getAttribute('aria-disabled')).toBe('true')
  await dialog(page).getByLabel('Para confirmar, digite Prado e filhos').fill('prado e filhos')
  await remove.click()
  await page.getByText('Grupo Prado e filhos excluído.').waitFor()
  await page.waitForURL('**/lojas')
  await page.goto('/familia-prado')
  await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
  await page.context().close()
})

test('two stores that a screen shows are kept as a group, which is then what it shows', async () => {
  const page = await opened('dona@balcao.example', '/reports/daily')
  await page.getByRole('button', { name: 'Mudar lojas' }).click()
  const picker = page.getByRole('dialog', { name: 'Mudar lojas' })
  await picker.getByRole('button', { name: 'Todas', exact: true }).click()
  for (const store of ['Cantina Aurora', 'Pastel da Vila'])
    await picker.getByRole('checkbox', { name: store }).check()
  await picker.getByRole('button', { name: 'Salvar como grupo' }).click()
  await page.getByLabel('Nome do grupo').fill('Massas e pastéis')
  await page.getByText('Disponível.').waitFor()
  await expectFitting(page, 'the form over the picker')
  await page.getByRole('button', { name: 'Criar grupo' }).click()
  await page.getByText('Grupo Massas e pastéis criado.').waitFor()
  await page.getByRole('button', { name: 'Mudar lojas' }).filter({ hasText: 'Massas e pastéis' }).waitFor()
  await page.reload()
  await answered(page)
  await page.getByRole('button', { name: 'Mudar lojas' }).filter({ hasText: 'Massas e pastéis' }).waitFor()
  await page.context().close()
})

test('a deleted group is taken back for a moment', async () => {
  const page = await opened('dona@balcao.example', '/lojas')
  await page.getByRole('button', { name: 'Editar Norte Grill' }).click()
  await dialog(page).getByRole('button', { name: 'Excluir grupo' }).click()
  await dialog(page).getByRole('textbox').fill('Norte Grill')
  await dialog(page).getByRole('button', { name: 'Excluir grupo' }).click()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('Grupo Norte Grill de volta.').waitFor()
  await page.getByRole('link', { name: 'Norte Grill', exact: true }).click()
  await page.getByRole('heading', { name: /Norte Grill em 2 lojas/ }).waitFor()
  await page.context().close()
})

test('taken and reserved addresses are refused while they are typed, with another to use', async () => {
  const page = await opened('dona@balcao.example', '/lojas')
  await page.getByRole('button', { name: 'Criar grupo' }).click()
  await dialog(page).getByLabel('Nome do grupo').fill('Sabor da Vila')
  await dialog(page).getByText('Este endereço é do grupo “Sabor da Vila”.').waitFor()
  await dialog(page).getByRole('button', { name: 'Usar sabor-da-vila-2' }).click()
  await dialog(page).getByText('Disponível.').waitFor()
  const address = dialog(page).getByLabel('Endereço')
  await address.fill('Lojas')
  await dialog(page).getByText('Este endereço é do próprio Balcão.').waitFor()
  await dialog(page).getByRole('button', { name: 'Usar grupo-lojas' }).waitFor()
  for (const [typed, kept] of [
    ['__proto__', 'proto-'],
    ['🍕', ''],
    ['../../api', 'api'],
    ['‮Opção', 'opcao'],
  ] as const) {
    await address.fill(typed)
    expect(await address.inputValue()).toBe(kept)
  }
  await page.context().close()
})

test('of two people who rename a group at once one wins, and the other chooses between both names', async () => {
  const [first, second] = [
    await opened('dona@balcao.example', '/lojas'),
    await opened('dona@balcao.example', '/lojas'),
  ]
  for (const [page, name] of [
    [first, 'Vila de cima'],
    [second, 'Vila de baixo'],
  ] as const) {
    await page.getByRole('button', { name: 'Editar Sabor da Vila' }).click()
    await dialog(page).getByLabel('Nome do grupo').fill(name)
  }
  await dialog(first).getByRole('button', { name: 'Salvar' }).click()
  await first.getByText('Grupo Vila de cima salvo.').waitFor()
  await dialog(second).getByRole('button', { name: 'Salvar' }).click()
  const conflict = second.getByRole('alert', { name: 'Mudança de outra pessoa' })
  await conflict.waitFor()
  expect((await conflict.innerText()).replaceAll(/\s+/g, ' ')).toContain(
    'Agora Vila de cima O seu Vila de baixo',
  )
  expect(await dialog(second).getByLabel('Nome do grupo').inputValue()).toBe('Vila de baixo')
  await expectFitting(second, 'the conflict')
  await conflict.getByRole('button', { name: 'Salvar o meu' }).click()
  await second.getByText('Grupo Vila de baixo salvo.').waitFor()
  await second.getByRole('button', { name: 'Editar Vila de baixo' }).click()
  await dialog(second).getByLabel('Nome do grupo').fill('Sabor da Vila')
  await dialog(second).getByRole('button', { name: 'Salvar' }).click()
  await second.getByRole('link', { name: 'Sabor da Vila' }).waitFor()
  await Promise.all([first.context().close(), second.context().close()])
})

test('nothing typed is lost when the network fails while a group is saved', async () => {
  const page = await opened('dona@balcao.example', '/lojas', phone)
  await page.getByRole('button', { name: 'Criar grupo' }).click()
  await fill(page, 'Sem rede', ['Brasa & Cia'])
  await page.route('**/api/groups', (route) => route.abort())
  await dialog(page).getByRole('button', { name: 'Criar grupo' }).click()
  await dialog(page).getByRole('alert').waitFor()
  expect(await dialog(page).getByLabel('Nome do grupo').inputValue()).toBe('Sem rede')
  expect(await dialog(page).getByLabel('Brasa & Cia', { exact: true }).isChecked()).toBe(true)
  await page.context().close()
})

test('a manager of some stores sees those and reads how many more there are; without one to manage the page stays closed', async () => {
  const manager = await opened('gerente@balcao.example', '/sabor-da-vila')
  await manager.getByText(/Você vê \d de 4 lojas/).waitFor()
  expect(await manager.getByRole('button', { name: 'Editar grupo' }).count()).toBe(0)
  await manager.context().close()
  const basic = await opened('atendente@balcao.example', '/sabor-da-vila')
  await basic.getByText('Seu acesso não inclui esta página').waitFor()
  await basic.context().close()
  const outsider = await opened('outra@balcao.example', '/sabor-da-vila')
  await outsider.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
  await outsider.context().close()
})

test('the day, the comparison and the group are words of the sentence, kept in the address', async () => {
  const page = await opened('dona@balcao.example', '/sabor-da-vila')
  await page.getByRole('button', { name: /^Mudar o dia, agora hoje/ }).click()
  await page.getByRole('button', { name: 'Ontem', exact: true }).click()
  await page.waitForURL(/\?day=\d{4}-\d\d-\d\d$/)
  await page.getByRole('button', { name: 'Mudar o dia, agora ontem' }).waitFor()
  const day = new URL(page.url()).searchParams.get('day')
  await page.getByRole('button', { name: /^Mudar a comparação/ }).click()
  await page.getByRole('button', { name: 'o dia anterior' }).click()
  await page.waitForURL(/comparison=yesterday/)
  await page.getByRole('button', { name: /^Mudar grupo/ }).click()
  await page.getByRole('button', { name: /^Norte Grill/ }).click()
  await page.waitForURL(/\/norte-grill\?.*comparison=yesterday/)
  // Manaus begins its day an hour after São Paulo: until then yesterday's address is its today.
  const word =
    day === businessDayOf(new Date(), 'America/Manaus', '04:00')
      ? String.raw`hoje até as \d{1,2}:\d\d`
      : 'ontem'
  await page
    .getByRole('heading', {
      name: new RegExp(`Norte Grill em 2 lojas, .*${word} contra .*o dia anterior`),
    })
    .waitFor()
  await page.context().close()
})

test('a store’s name leads to its report, its front to its board', async () => {
  const page = await opened('dona@balcao.example', '/sabor-da-vila')
  await page
    .getByRole('row', { name: /Temaki do Largo/ })
    .first()
    .getByRole('link')
    .click()
  await page.waitForURL('**/reports/daily**')
  await page.goto('/sabor-da-vila')
  await page.getByRole('link', { name: /Temaki do Largo: aberta/ }).click()
  await page.waitForURL('**/menu/orders**')
  await page.context().close()
})

test.each(
  looksOfThisRun([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const),
)('groups at %i wide in %s fit the screen and are accessible', async (width, theme) => {
  const page = await opened('dona@balcao.example', '/lojas', {
    width,
    theme,
    height: width === 390 ? 844 : 900,
  })
  await page.getByRole('heading', { name: 'Todas as lojas' }).waitFor()
  await expectFitting(page, 'groups and stores')
  await page.getByRole('button', { name: 'Editar Norte Grill' }).click()
  await dialog(page).getByRole('button', { name: 'Excluir grupo' }).click()
  await expectFitting(page, 'the deletion')
  await page.keyboard.press('Escape')
  const past = addDays(businessDayOf(new Date(), 'America/Sao_Paulo', '04:00'), -24)
  for (const path of ['/sabor-da-vila', `/norte-grill?day=${past}`]) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Quem vende mais' }).waitFor()
    await expectFitting(page, path)
  }
  await page.context().close()
})
