import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, sharedPanel, startPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

const rows = (page: Page) => page.locator('main [data-row]')

async function open(path: string, look?: Look, at = panel): Promise<Page> {
  const page = await openSignedIn(at, 'dona@balcao.example', path, look)
  // On the phone the sections are folded.
  await rows(page).first().waitFor({ state: 'attached' })
  return page
}

/** Parses `R$ 1.234,56` to centavos. */
const cents = (text: string): number => Number(text.replaceAll(/[^\d,]/g, '').replace(',', ''))

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a manager sees the best sellers, searches a product and opens its days, and the file matches to the centavo', async () => {
  // Finished days: between the page and its file no order comes in.
  const page = await open('/reports/product?period=last-month')
  await page
    .getByText(/produtos? faze?m? .* do faturamento/)
    .first()
    .waitFor()
  const best = rows(page).first()
  expect(await best.innerText()).toContain('1.')
  const revenue = cents(await best.locator('[data-column=revenue]').innerText())

  await page
    .getByRole('button', { name: /^O que é Faturamento bruto$/ })
    .first()
    .click()
  await page.getByText('A soma dos produtos é o faturamento bruto').first().waitFor()
  await page.keyboard.press('Escape')

  await best.getByRole('button', { name: /^Abrir / }).click()
  await page.getByRole('heading', { name: 'Faturamento por dia' }).waitFor()
  await page.getByRole('slider', { name: /^Faturamento de / }).press('ArrowRight')

  await page.getByRole('button', { name: 'Exportar' }).click()
  const file = await saved(page, () => page.getByRole('button', { name: /^CSV/ }).click())
  expect(file.name).toMatch(/^produtos-.*\.csv$/)
  const first = file.text.split('\r\n').find((line) => line.startsWith('1;'))
  expect(cents(first?.split(';')[5] ?? '')).toBe(revenue)

  await page.getByLabel('Procurar produto').fill('PICANHA')
  await page.waitForURL((url) => url.search.includes('search=PICANHA'))
  await answered(page)
  const found = await rows(page).allInnerTexts()
  expect(found.length).toBeGreaterThan(0)
  for (const text of found) expect(text).toContain('Picanha')
  await page.getByLabel('Ordem').selectOption('fall')
  await page.waitForURL((url) => url.search.includes('sort=fall'))
  await page.reload()
  await rows(page).first().waitFor()
  expect(await page.getByLabel('Procurar produto').inputValue()).toBe('PICANHA')
  await page.context().close()
})

test('contacts are exported only with a reason, which is recorded', async () => {
  // A record is left, so not in the panel of all reports.
  const own = await startPanel()
  onTestFinished(() => own.stop())
  const page = await open('/reports/customer?period=30d', {}, own)
  await page.getByText('dos pedidos identificados').waitFor()
  await page.getByText(/Base de clientes até/).waitFor()
  expect(await page.getByRole('button', { name: /[Ee]xportar contatos/ }).count()).toBe(1)
  expect(await page.locator('main').innerText()).not.toMatch(/\(\d\d\) 9\d{4}-\d{4}/)

  await page.getByRole('button', { name: 'Exportar contatos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Grupo').selectOption({ label: 'Fiéis' })
  await expectFitting(page, 'the dialog of the export')
  await dialog.getByRole('button', { name: 'Exportar e registrar' }).click()
  await dialog.getByText('Diga para que você precisa destes dados').waitFor()
  await dialog.getByLabel('Formato').selectOption('csv')
  await dialog.getByLabel('Para que você precisa destes dados?').fill('Agradecer os clientes fiéis')
  const file = await saved(page, () => dialog.getByRole('button', { name: 'Exportar e registrar' }).click())
  expect(file.name).toMatch(/^clientes-.*\.csv$/)
  expect(file.text).toMatch(/\(\d\d\) 9\d{4}-\d{4}/)
  await page.getByText('A exportação ficou registrada').waitFor()
  const client = new pg.Client({ connectionString: own.databaseUrl() })
  await client.connect()
  const { rows: exports } = await client.query<{ details: { reason: string; customers: number } }>(
    `select details from audit_entries where action = 'customer/exported'`,
  )
  await client.end()
  const lines = file.text.trim().split('\r\n').length - 1
  expect(exports.map((row) => row.details.reason)).toContain('Agradecer os clientes fiéis')
  expect(exports.reduce((sum, row) => sum + row.details.customers, 0)).toBe(lines)

  await page.getByRole('button', { name: 'Líquido por cliente' }).click()
  await page.getByRole('region', { name: /Líquido por cliente/ }).waitFor()
  await page.context().close()
})

test('the menu report lists problems and links to the menu', async () => {
  const page = await open('/reports/menu?period=30d')
  await page.getByText(/itens no cardápio/).waitFor()
  const all = await page.locator('main [data-column=problems]').count()
  const filters = page.getByRole('group', { name: 'Mostrar só itens' })
  await filters.getByRole('button', { name: /^Sem foto/ }).click()
  await page.waitForURL((url) => url.search.includes('problem=no-photo'))
  await answered(page)
  const left = await page.locator('main [data-column=problems]').allInnerTexts()
  expect(left.length).toBeGreaterThan(0)
  expect(left.length).toBeLessThanOrEqual(all)
  for (const text of left) expect(text).toContain('Sem foto')
  await page.getByRole('link', { name: 'Abrir o cardápio' }).first().click()
  await page.waitForURL('**/cardapio')
  await page.context().close()
})

test('a basic user sees why these reports are closed to them', async () => {
  const page = await openSignedIn(panel, 'atendente@balcao.example', '/')
  await page.waitForURL('**/menu/orders')
  for (const path of ['product', 'customer', 'menu']) {
    await page.goto(`/reports/${path}`)
    await page.getByText('Seu acesso não inclui esta página').waitFor()
  }
  await page.context().close()
})

test('the three reports fit wide and narrow screens in both themes and are accessible', async () => {
  for (const [width, theme] of looksOfThisRun([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)) {
    const page = await open('/reports/product?period=30d', { width, theme })
    await expectFitting(page, `products at ${width}, ${theme}`)
    const cancelled = await page.getByRole('table').first().innerText()
    expect(cancelled, `shares and sums at ${width}`).not.toMatch(/%R\$/)
    for (const path of ['customer', 'menu']) {
      await page.goto(`/reports/${path}?period=30d`)
      await answered(page)
      await expectFitting(page, `${path} at ${width}, ${theme}`)
    }
    await page.context().close()
  }
})
