import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, openSignedIn, sharedPanel, type Look, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

const rows = (page: Page) => page.locator('main [data-order]')

async function openHistory(look?: Look): Promise<Page> {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/reports/history', look)
  await rows(page).first().waitFor()
  return page
}

test('a manager finds an order by number and by customer, loads more, opens it and exports the list', async () => {
  const page = await openHistory()
  expect(await rows(page).count()).toBe(50)
  await page.getByRole('button', { name: 'Carregar mais' }).click()
  await page.waitForFunction(() => document.querySelectorAll('main [data-order]').length === 100)
  const ids = await rows(page).evaluateAll((list) => list.map((row) => row.getAttribute('data-order')))
  expect(new Set(ids).size).toBe(100)

  // As the board and the ticket say it, with the store's code in front.
  const [name = '', number = ''] =
    /[A-Z0-9]{2,4}-(\S+)$/.exec(await rows(page).first().getByRole('link').innerText()) ?? []
  const box = page.getByLabel('Buscar por número, cliente, telefone ou item')
  await box.fill(name)
  await page.waitForURL((url) => url.search.includes('q='))
  await answered(page)
  const found = await rows(page).getByRole('link').allInnerTexts()
  expect(found.some((text) => text.endsWith(name))).toBe(true)
  for (const text of found) expect(text.endsWith(`-${number}`), text).toBe(true)

  const customer = await rows(page).first().locator('td').nth(2).innerText()
  const firstName = customer.split(/[\n ]/)[0] ?? ''
  await box.fill(firstName.toUpperCase())
  await page.waitForURL((url) => url.search.includes(encodeURIComponent(firstName.toUpperCase())))
  await answered(page)
  expect(await rows(page).count()).toBeGreaterThan(0)
  expect(await rows(page).first().locator('td').nth(2).innerText()).toContain(firstName)
  await page.reload()
  await rows(page).first().waitFor()
  expect(await box.inputValue()).toBe(firstName.toUpperCase())

  const [file] = await Promise.all([page.waitForEvent('download'), exportAs(page, 'CSV')])
  expect(file.suggestedFilename()).toMatch(/^pedidos-\d{4}-\d\d-\d\d-a-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines[0]).toContain('Dia;Data e hora;Pedido')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines[1]).toContain(firstName)

  await rows(page).first().getByRole('link').click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('button', { name: 'Fechar' }).click()
  await page.waitForURL((url) => !url.search.includes('pedido='))

  await box.fill('ninguém com este nome')
  await page.getByText('Nada encontrado para').waitFor()
  await page.getByRole('button', { name: 'Limpar' }).click()
  await rows(page).first().waitFor()
  expect(await box.inputValue()).toBe('')
  await page.context().close()
})

test('a basic user sees why the order search is closed to them', async () => {
  const page = await openSignedIn(panel, 'atendente@balcao.example', '/')
  await page.waitForURL('**/menu/orders')
  await page.goto('/reports/history')
  await page.getByText('Seu acesso não inclui esta página').waitFor()
  await page.context().close()
})

test.each(
  looksOfThisRun([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const),
)('the search at %i wide in %s fits the screen and passes the accessibility rules', async (width, theme) => {
  const page = await openHistory({ width, theme, height: width === 390 ? 844 : 900 })
  await answered(page)
  await expectFitting(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/history-${width}-${theme}.png` })
  await page.context().close()
})

async function exportAs(page: Page, format: string): Promise<void> {
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('button', { name: format }).click()
}
