import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noticeEvents, noticeTerms } from '../contract/notifications/choices.ts'
import { demoStores } from '../demo/demo-stores.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const phone: Look = { width: 390, height: 844 }

async function open(path: string, look: Look = {}, email = 'dona@balcao.example'): Promise<Page> {
  return openSignedIn(panel, email, path, look)
}

const storeWord = (page: Page) => page.getByRole('button', { name: /Mudar a loja dos ajustes/ })
const own = (page: Page) => page.getByRole('region', { name: 'Canal próprio' })
const promised = (page: Page) => own(page).getByLabel('Prazo prometido no aceite (min)')

async function chooseStore(page: Page, name: string): Promise<void> {
  await storeWord(page).click()
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: `Mudar a loja dos ajustes, agora ${name}` }).waitFor()
}

const promises = (page: Page, minutes: string) =>
  expect.poll(() => promised(page).inputValue(), { timeout: 10_000 }).toBe(minutes)

async function savePromise(page: Page, minutes: string): Promise<void> {
  // A second run finds the first one's value.
  if ((await promised(page).inputValue()) === minutes) return
  await promised(page).fill(minutes)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(/^Salvo em /).waitFor()
}

test('the store is chosen once for all sections, stays after a reload, and is named in the address', async () => {
  const page = await open('/settings?tab=orders')
  await chooseStore(page, 'Temaki do Largo')
  expect(new URL(page.url()).searchParams.get('store')).not.toBeNull()
  await page.getByRole('link', { name: 'Impressoras' }).click()
  await page.getByRole('heading', { level: 1, name: 'Impressoras' }).waitFor()
  await page.getByRole('button', { name: 'Mudar a loja dos ajustes, agora Temaki do Largo' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Mudar a loja dos ajustes, agora Temaki do Largo' }).waitFor()
  await page.context().close()
})

test('a person with one store chooses none, and is not offered others', async () => {
  const page = await open('/settings?tab=orders', {}, 'outra@balcao.example')
  await own(page).waitFor()
  expect(await storeWord(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: /aplicar/ }).count()).toBe(0)
  await page.context().close()
})

test('a switch at the foot is shown only once the part above it is loaded, and keeps its place under the focus', async () => {
  const page = await open('/settings')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/presence', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/settings?tab=integracoes')
  await page.getByRole('heading', { name: 'Quem veria um pedido' }).waitFor()
  const reviews = page.getByRole('switch', { name: /^Avaliações/, includeHidden: true })
  // It is there, as its own reply has come, and not in view.
  await reviews.waitFor({ state: 'attached' })
  expect(await reviews.isVisible()).toBe(false)
  held.resolve()
  await reviews.waitFor()
  await page.context().close()
})

test('the save bar says what changed; leaving asks, staying keeps the input, discarding leaves', async () => {
  const page = await open('/settings?tab=orders')
  await chooseStore(page, 'Pastel da Vila')
  await savePromise(page, '25')
  await promised(page).fill('30')
  const bar = page.getByRole('region', { name: 'Mudanças por salvar' })
  await bar.getByText('Prazo prometido: 25 → 30 min').waitFor()
  expect(await page.getByRole('button', { name: /aplicar/ }).getAttribute('aria-disabled')).toBe('true')

  await page.getByRole('link', { name: 'Impressoras' }).click()
  const warning = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await warning.getByText('Prazo prometido: 25 → 30 min').waitFor()
  await page.keyboard.press('Escape')
  await warning.waitFor({ state: 'detached' })
  expect(await promised(page).inputValue()).toBe('30')

  // Another store is another page: its form must not take over what was typed.
  await storeWord(page).click()
  await page.getByRole('button', { name: 'Brasa & Cia', exact: true }).click()
  await warning.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: 'Mudar a loja dos ajustes, agora Brasa & Cia' }).waitFor()
  expect(await bar.count()).toBe(0)
  await chooseStore(page, 'Pastel da Vila')
  await promises(page, '25')

  await promised(page).fill('35')
  await page.getByRole('link', { name: 'Equipe e avisos' }).click()
  await warning.getByRole('button', { name: 'Salvar e sair' }).click()
  await page.getByRole('heading', { level: 1, name: 'Equipe e avisos' }).waitFor()
  await page.goto('/settings?tab=orders')
  await promises(page, '35')
  await page.context().close()
})

test('without a network nothing that was typed is lost', async () => {
  const page = await open('/settings?tab=orders')
  await promised(page).fill('44')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByRole('alert').getByText('Sem conexão com o Balcão').waitFor()
  expect(await promised(page).inputValue()).toBe('44')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Salvar', exact: true }).click()
  await page.getByText(/^Salvo em /).waitFor()
  await page.context().close()
})

test('rules are applied to two more stores as one act, which says what each gets and goes back whole', async () => {
  const page = await open('/settings?tab=orders')
  await chooseStore(page, 'Norte Grill Centro')
  await savePromise(page, '50')
  await page.getByRole('button', { name: 'aplicar também em…' }).click()
  const list = page.getByRole('dialog', { name: 'As mesmas regras de aceite' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await row('Cantina Aurora').getByText('prazo de 50 min').waitFor()
  await list.getByText('Nada mudou ainda.').waitFor()
  await list.getByText('Escolha as lojas.').waitFor()
  await list.getByRole('button', { name: 'Escolher todas' }).click()
  for (const name of ['Brasa & Cia', 'Pastel da Vila', 'Norte Grill Adrianópolis'])
    await row(name).getByRole('checkbox').uncheck()
  await expectFitting(page, 'what would change in each store')
  await list.getByRole('button', { name: 'Mudar as regras em 2 lojas' }).click()
  const result = page.getByRole('dialog', { name: 'Em várias lojas' })
  await result.getByRole('heading', { name: 'Feito em 2 lojas' }).waitFor()
  await expectFitting(page, 'the results per store')

  const other = await open('/settings?tab=orders')
  await chooseStore(other, 'Temaki do Largo')
  await promises(other, '50')
  await result.getByRole('button', { name: /^Desfazer nas 2 lojas/ }).click()
  await result.getByRole('heading', { name: 'Desfeito em 2 lojas' }).waitFor()
  await other.reload()
  await answered(other)
  expect(await promised(other).inputValue()).not.toBe('50')
  await other.context().close()
  await page.context().close()
})

test('one person’s access to two stores is changed in one dialog, also when one team comes late', async () => {
  const page = await open('/settings')
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  const aurora = demoStores.find(({ name }) => name === 'Cantina Aurora')?.id
  await page.route('**/api/iam/store', async (route) => {
    if (route.request().headers()['x-store-id'] === aurora) await held
    await route.continue()
  })
  await page.goto('/settings?tab=team')
  await page.getByRole('button', { name: 'Mudar o acesso de Caio Teixeira' }).click()
  come()
  const dialog = page.getByRole('dialog', { name: 'Acesso de Caio Teixeira' })
  for (const store of ['Brasa & Cia', 'Cantina Aurora'])
    await dialog.getByLabel(store).selectOption({ label: 'Atendente' })
  await dialog.getByText('deixa de ver os relatórios').waitFor()
  await dialog.getByRole('button', { name: 'Mudar o acesso' }).click()
  await page.getByText('Acesso mudado em 2 lojas.').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'Caio Teixeira' })
  await row.getByText('Atendente em Brasa & Cia e Cantina Aurora').waitFor()
  // Marina stands once, with all of her stores, and cannot leave them without an owner.
  expect(await page.getByText('dona@balcao.example').locator('visible=true').count()).toBeLessThanOrEqual(2)
  await page.getByText('Dono ou dona nas 6 lojas').waitFor()
  await page.getByRole('button', { name: 'Sair da loja' }).click()
  await page.getByText('Antes de sair, dê esse acesso a alguém.').waitFor()
  await page.context().close()
})

test('a notice is changed in its situation: what is saved is what was there, with the one way more or less', async () => {
  const page = await open('/settings?tab=notificacoes')
  const situation = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  const cancelled = situation('Cancelamento')
  await cancelled.getByText('Avisa você por faixa na tela, som e notificação no aparelho.').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Aparelho/ }).count()).toBe(0)
  await cancelled.getByRole('button', { name: 'Mudar Cancelamento' }).click()
  const [saved] = await Promise.all([
    // Shown before it is saved.
    page.waitForResponse((response) => {
      const request = response.request()
      return request.method() === 'PUT' && request.url().includes('/notifications/')
    }),
    cancelled.getByRole('checkbox', { name: /^Aparelho/ }).uncheck(),
  ])
  const usual = Object.fromEntries(noticeEvents.map((event) => [event, noticeTerms[event].usual]))
  expect((saved.request().postDataJSON() as { choices: object }).choices).toEqual({
    ...usual,
    cancelled: ['screen', 'sound'],
  })
  await cancelled.getByText('Avisa você por faixa na tela e som.').waitFor()
  await page.reload()
  await cancelled.getByText('Avisa você por faixa na tela e som.').waitFor()
  // Another situation closes the first.
  await cancelled.getByRole('button', { name: 'Mudar Cancelamento' }).click()
  await situation('Último minuto para aceitar')
    .getByRole('button', { name: /^Mudar/ })
    .click()
  expect(await page.getByRole('checkbox', { name: /^Aparelho/ }).count()).toBe(1)
  // What stops the sale keeps one way.
  await situation('Último minuto para aceitar')
    .getByRole('checkbox', { name: /^Aparelho/ })
    .uncheck()
  await situation('Último minuto para aceitar').getByText('Só avisa com o painel aberto.').waitFor()
  await situation('Último minuto para aceitar').getByRole('checkbox', { name: /^Tela/ }).click()
  await page.getByText('“Último minuto para aceitar” é crítico: deixe ao menos um canal ligado.').waitFor()
  await situation('Último minuto para aceitar')
    .getByRole('checkbox', { name: /^Aparelho/ })
    .check()
  await expectFitting(page, 'an open situation')
  await page.context().close()
})

describe('on the phone', () => {
  test('the settings are a page of rows, a section opens from it, and back returns to it', async () => {
    const page = await open('/menu', phone)
    await page.getByRole('banner').getByRole('link', { name: 'Ajustes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor()
    const list = page.getByRole('navigation', { name: 'Seções dos ajustes' })
    for (const name of ['Nova loja', 'Lojas e grupos', 'Tutoriais', 'Termos de uso', 'Minha conta'])
      await list.getByRole('link', { name }).waitFor()
    await list.getByRole('link', { name: 'Impressoras' }).click()
    await page.getByRole('heading', { level: 1, name: 'Impressoras' }).waitFor()
    expect(await list.count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor()
    await list.getByRole('link', { name: 'Equipe e avisos' }).click()
    await page.getByRole('link', { name: 'Voltar aos ajustes' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ajustes' }).waitFor()
    await page.context().close()
  })

  test('the save bar is above the tab bar, and nothing moves when it shows', async () => {
    const page = await open('/settings?tab=orders', phone)
    const box = own(page).getByRole('checkbox', { name: /Aceitar sozinho/ })
    await box.waitFor()
    // Times by how busy the kitchen is and the modules come in their own replies.
    await expect.poll(() => page.locator('[data-loading]').count()).toBe(0)
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    await box.check()
    const save = await page.getByRole('button', { name: 'Salvar', exact: true }).boundingBox()
    const tabs = await page.getByRole('navigation', { name: 'Principal, no celular' }).boundingBox()
    expect((save?.y ?? 999) + (save?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
    expect((await height()) - before).toBeLessThanOrEqual(60)
    await page.getByRole('button', { name: 'Descartar' }).click()
    await page.context().close()
  })
})

test.each([
  ['desktop', {}],
  ['phone', phone],
] as const)('inviting takes four clicks on the %s, and the last one is in view', async (_name, look) => {
  const page = await open('/menu', look)
  await page.getByRole('link', { name: 'Ajustes' }).first().click()
  await page.getByRole('link', { name: 'Convidar alguém' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convidar para a equipe' })
  const submit = dialog.getByRole('button', { name: /^Convidar/ })
  expect(await submit.innerText()).toBe('Convidar')
  const foot = await submit.boundingBox()
  expect((foot?.y ?? 9_999) + (foot?.height ?? 0)).toBeLessThanOrEqual(look === phone ? 844 : 900)
  await page.keyboard.type(`${look === phone ? 'ana' : 'eva'}@pessoa.example`)
  await dialog.getByRole('checkbox', { name: 'Cantina Aurora' }).click()
  await submit.click()
  await page.getByText(/Convite enviado para/).waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(page.url()).not.toContain('invite')
  await page.context().close()
})

test('a keyboard reaches the store, changes it, types and saves; focus returns to where it was', async () => {
  const page = await open('/settings?tab=orders')
  await own(page).waitFor()
  await storeWord(page).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await storeWord(page).evaluate((word) => word === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'As mesmas regras de aceite' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('aplicar também em…')
  await promised(page).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('41')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Mudanças por salvar' }).waitFor({ state: 'detached' })
  await page.reload()
  await promises(page, '41')
  await page.context().close()
})

const sections = [
  'orders',
  'printing',
  'team',
  'notificacoes',
  'account',
  'anuncios',
  'indicacoes',
  'pagamentos',
  'entregadores',
  'loja',
  'dados-pessoais',
  'contador',
]

test.each(
  looksOfThisRun([
    [{ width: 1440, theme: 'light' }],
    [{ width: 1440, theme: 'dark' }],
    [{ ...phone, theme: 'light' }],
    [{ ...phone, theme: 'dark' }],
  ] as const),
)('every section fits and passes the accessibility rules at %o', async (look) => {
  const page = await open('/settings', look)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectFitting(page, 'the list')
  for (const tab of sections) {
    await page.goto(`/settings?tab=${tab}`)
    await page.locator('section section, section ul').first().waitFor()
    await expectFitting(page, tab)
  }
  await page.goto('/settings?tab=orders')
  await storeWord(page).click()
  await expectFitting(page, 'the stores')
  await page.keyboard.press('Escape')
  await own(page)
    .getByRole('checkbox', { name: /Aceitar sozinho/ })
    .check()
  await expectFitting(page, 'the save bar')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('button', { name: /aplicar/ }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  await expectFitting(page, 'other stores')
  await page.context().close()
})

test("the map of the areas shows the streets and districts that the store's orders know", async () => {
  const page = await open('/settings?tab=entrega')
  const map = page.getByRole('group', { name: /^Áreas de entrega/ })
  await map.getByText('Pinheiros', { exact: true }).waitFor()
  expect(await map.getByText('Rua da Capela').count()).toBe(0)
  for (let presses = 0; presses < 3; presses += 1)
    await page.getByRole('button', { name: 'Aproximar' }).click()
  await map
    .getByText(/^(Rua|Alameda|Avenida|Travessa) /)
    .first()
    .waitFor()
  await expectFitting(page, 'the map of the areas')
  await page.context().close()
})
