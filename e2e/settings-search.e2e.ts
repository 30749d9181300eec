import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoStores } from '../demo/demo-stores.ts'
import { settings } from '../web/settings/search/settings-words.ts'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { openSignedIn, sharedPanel, type Look } from './panel.ts'

const panel = await sharedPanel()
const phone: Look = { width: 390, height: 844 }

const open = (path: string, look: Look = {}, email = 'dona@balcao.example'): Promise<Page> =>
  openSignedIn(panel, email, path, look)
const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar nos ajustes' })
const found = (page: Page) => page.getByRole('list', { name: 'Achado nos ajustes' })

/** The robot is there once a line is connected (`whatsapp.e2e.ts`). */
const withLine = 'whatsapp#robo'
const places = [
  ...new Set(
    settings.flatMap(({ place }) => ('tab' in place && place.hash ? [`${place.tab}#${place.hash}`] : [])),
  ),
].filter((place) => place !== withLine)

test('every place that the search leads to is on its page, and has the focus', async () => {
  const page = await open('/settings')
  for (const place of places) {
    const [tab = '', hash = ''] = place.split('#')
    await page.goto(tab === 'account' ? `/conta#${hash}` : `/settings?tab=${tab}#${hash}`)
    await page.locator(`#${hash}`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), { message: place }).toBe(hash)
  }
  await page.context().close()
})

test('a place at the foot has the focus once the part above it is loaded', async () => {
  const page = await open('/settings')
  let come = () => {}
  const held = new Promise<void>((resolve) => (come = resolve))
  await page.route('**/api/orders/rules**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/settings?tab=orders#usar')
  await page.locator('#usar').waitFor({ state: 'attached' })
  await page.locator('[data-loading]').first().waitFor()
  come()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('usar')
  await page.context().close()
})

test('“chave pix” takes a slash, the words and Enter, and the key is there to be changed', async () => {
  const page = await open('/settings')
  await page.getByRole('heading', { level: 1, name: 'Loja' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('chave pix')
  await found(page).getByRole('link').first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Pagamentos' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('pix')
  expect(await search(page).inputValue()).toBe('')
  await page.context().close()
})

test('the arrows walk through the answers, Escape empties the search, and an unknown word offers the sections', async () => {
  const page = await open('/settings?tab=horarios')
  await search(page).fill('taxa')
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Áreas e taxas de entrega')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  expect(await search(page).inputValue()).toBe('')
  await search(page).fill('xilofone')
  await page.getByText('Nada com essas palavras.').waitFor()
  await page.getByRole('search').getByRole('link', { name: 'Documentos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Documentos' }).waitFor()
  await page.context().close()
})

test('an attendant finds what an attendant may open, and nothing else', async () => {
  const page = await open('/settings', {}, 'atendente@balcao.example')
  await search(page).fill('motoboy')
  await found(page).getByRole('link').first().waitFor()
  await search(page).fill('chave pix')
  await page.getByText('Nada com essas palavras.').waitFor()
  await search(page).fill('senha')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Trocar a senha' }).waitFor()
  await page.context().close()
})

const formerAddresses = [
  ['loja', 'Loja'],
  ['primeiros-passos', 'Primeiros passos'],
  ['modulos', 'Loja'],
  ['horarios', 'Horários'],
  ['entrega', 'Entrega'],
  ['orders', 'Pedidos'],
  ['printing', 'Impressoras'],
  ['integracoes', 'Canais'],
  ['whatsapp', 'Canais'],
  ['team', 'Equipe e avisos'],
  ['notificacoes', 'Equipe e avisos'],
  ['mails', 'Equipe e avisos'],
  ['notifications', 'Equipe e avisos'],
  ['anuncios', 'Divulgação'],
  ['indicacoes', 'Divulgação'],
  ['contador', 'Documentos'],
  ['dados-pessoais', 'Documentos'],
  ['historico', 'Documentos'],
  ['account', 'Minha conta'],
  ['menu', 'Cardápio'],
] as const

test('every address that a mail or a bookmark may have opens its section of today, of the same store', async () => {
  const store = demoStores[1]?.id ?? ''
  const page = await open('/menu')
  for (const [tab, head] of formerAddresses) {
    await page.goto(`/settings?tab=${tab}&store=${store}`)
    await page.getByRole('heading', { level: 1, name: head }).waitFor()
    if (tab !== 'menu') expect(page.url(), tab).toContain(store)
  }
  await page.context().close()
})

test.each(
  looksOfThisRun([
    [{ width: 1440, theme: 'light' }],
    [{ width: 1440, theme: 'dark' }],
    [{ ...phone, theme: 'light' }],
    [{ ...phone, theme: 'dark' }],
  ] as const),
)('the answers fit and pass the accessibility rules at %o', async (look) => {
  const page = await open('/settings', look)
  await search(page).fill('pix')
  await found(page).getByRole('link').first().waitFor()
  await expectFitting(page, 'the answers')
  await search(page).fill('xilofone')
  await page.getByText('Nada com essas palavras.').waitFor()
  await expectFitting(page, 'no answer')
  await page.context().close()
})
