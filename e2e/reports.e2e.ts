import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from './at-rest.ts'
import { expectAccessible, expectFitting } from './axe.ts'
import { looksOfThisRun } from './looks.ts'
import { answered, chooseStores, openSignedIn, sharedPanel, type Look, type Panel } from './panel.ts'
import { everyReport, goTo, openReport } from './report-page.ts'

let panel: Panel

beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

/** A finished month does not change while demo orders arrive. */
const overMonth = 'period=last-month'

const open = (path: string, look?: Look) => openReport(panel, path, look)

const centsIn = (text: string): number => {
  const digits = Number(text.replaceAll(/\D/g, ''))
  return /[−-]\s*R\$|R\$\s*[−-]/.test(text) ? -digits : digits
}
const net = async (page: Page) => Number(await page.locator('[data-metric="net"]').getAttribute('data-cents'))

/** The centavos of one column of the page's first table, by row name. */
const column = async (page: Page, name: string): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await page
        .locator('main table')
        .first()
        .locator('tbody tr[data-row]')
        .evaluateAll(
          (rows, key) =>
            rows.map((row) => [
              row.querySelector('th')?.textContent ?? '',
              row.querySelector(`[data-column="${key}"]`)?.textContent ?? '',
            ]),
          name,
        )
    ).map(([row = '', text = '']) => [row, centsIn(text)] as const),
  )

const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0)

test('the owner picks a period by keyboard, moves to the previous one, and keeps it in the next report', async () => {
  const page = await open('/reports/sale')
  await page.getByTitle('Escolher o período').focus()
  await page.keyboard.press('Enter')
  // The calendar focuses the last day of the period.
  await page.locator('[data-day]:focus').waitFor()
  const last = (await page.locator('[data-day]:focus').getAttribute('data-day')) ?? ''
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/)
  const days = new URL(page.url()).searchParams
  const back = (count: number) => new Date(Date.parse(last) - count * 86_400_000).toISOString().slice(0, 10)
  expect([days.get('from'), days.get('to')]).toEqual([back(9), back(7)])
  await page.getByRole('button', { name: 'Período anterior' }).click()
  await page.waitForURL((url) => url.searchParams.get('to') === back(10))
  await page
    .getByRole('navigation', { name: 'Principal', exact: true })
    .getByRole('link', { name: 'Lojas' })
    .first()
    .click()
  await page.waitForURL(
    (url) => url.pathname === '/reports/stores' && url.searchParams.get('to') === back(10),
  )
  await page.getByRole('link', { name: 'Histórico' }).first().click()
  await page.waitForURL(
    (url) => url.pathname === '/reports/history' && url.searchParams.get('to') === back(10),
  )
  await page.context().close()
})

test('the selected comparison, weekdays and hours are in the address and a link restores them', async () => {
  const page = await open(`/reports/sale?${overMonth}`)
  const whole = await net(page)
  await page.getByRole('button', { name: 'Comparar com' }).click()
  await page.getByRole('button', { name: 'O período anterior' }).click()
  await page.waitForURL(/comparison=previous-period/)
  await page.getByTitle('Filtrar por dia e hora').click()
  await page.getByLabel('sex', { exact: true }).check()
  await page.getByLabel('Das', { exact: true }).selectOption('18')
  await page.getByLabel('Até as').selectOption('23')
  await page.waitForURL(/hours=18-23/)
  await page.keyboard.press('Escape')
  await answered(page)
  await page.getByRole('button', { name: 'Filtrar por dia e hora, agora sex · 18h às 23h59' }).waitFor()
  const evenings = await net(page)
  expect(evenings).toBeGreaterThan(0)
  expect(evenings).toBeLessThan(whole)
  await chooseStores(page, 'Brasa & Cia')
  await page.waitForURL(/stores=/)
  await answered(page)
  const ofStore = await net(page)
  expect(ofStore).toBeLessThan(evenings)

  const other = await open(new URL(page.url()).pathname + new URL(page.url()).search)
  expect(await net(other)).toBe(ofStore)
  await other.context().close()
  await page.context().close()
})

test('a deleted or foreign group in the address selects everything and is removed from it', async () => {
  const page = await open(`/reports/sale?${overMonth}&group=01a20380-3372-7780-8f59-455b6d327f82`)
  await page.waitForURL((url) => !url.searchParams.has('group'))
  await answered(page)
  const all = await open(`/reports/sale?${overMonth}`)
  expect(await net(page)).toBe(await net(all))
  await page.goto('/reports/daily')
  await page.locator('main [data-metric]').first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.goto(`/reports/sale?${overMonth}&group=bobagem`)
  await answered(page)
  expect(await net(page)).toBe(await net(all))
  expect(await page.evaluate(() => localStorage.getItem('selectedGroup'))).toBe('all')
  await all.context().close()
  await page.context().close()
})

test('every breakdown of the sales adds up to the total and the file matches the page to the centavo', async () => {
  const page = await open(`/reports/sale?${overMonth}&pivot=store`)
  const total = await net(page)
  const stores = await column(page, 'cents')
  expect(sumOf(stores.values())).toBe(total)
  for (const pivot of ['channel', 'type', 'district', 'driver', 'coupon']) {
    await page.getByLabel('Dividir por').selectOption(pivot)
    await page.waitForURL((url) => (url.searchParams.get('pivot') ?? 'channel') === pivot)
    await answered(page)
    expect(sumOf((await column(page, 'cents')).values()), pivot).toBe(total)
  }
  await page.getByLabel('Dividir por').selectOption('store')
  await page.waitForURL(/pivot=store/)
  await answered(page)

  const save = async (format: string) => {
    await page.getByTitle('Exportar').click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: new RegExp(`^${format}`) }).click(),
    ])
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
  }
  const excel = await save('Excel')
  expect(excel.name).toMatch(/^vendas-.*\.xlsx$/)
  const { sheets } = await readXlsx(excel.content)
  const cells = sheets.flatMap((sheet) => sheet.rows)
  for (const [store, cents] of stores) {
    const row = cells.find((one) => one[0] === store)
    expect(
      row?.some((cell) => typeof cell === 'number' && Math.round(cell * 100) === cents),
      store,
    ).toBe(true)
  }
  const csv = (await save('CSV')).content.toString()
  const brazilian = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
  for (const cents of stores.values()) expect(csv).toContain(brazilian(cents))
  const pdf = await save('PDF')
  expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-')
  await page.context().close()
})

test('a saved view survives a reload and disappears when removed', async () => {
  const page = await open(`/reports/sale?${overMonth}&pivot=district&by=week`)
  await page.getByTitle('Visões salvas').click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Dê um nome à visão.').waitFor()
  await page.getByLabel('Nome desta visão').fill('Bairros do mês')
  await page.keyboard.press('Enter')
  await page.goto('/reports/sale')
  await page.getByTitle('Visões salvas').click()
  await page.getByRole('button', { name: 'Bairros do mês', exact: true }).click()
  await page.waitForURL(/pivot=district/)
  expect(new URL(page.url()).searchParams.get('by')).toBe('week')
  await page.getByTitle('Visões salvas').click()
  await page.getByRole('button', { name: 'Remover Bairros do mês' }).click()
  await page.getByText('Guarde o período').waitFor()
  await page.context().close()
})

test('a store expands into its days, which add up to its row', async () => {
  const page = await open(`/reports/stores?${overMonth}`)
  const rows = await column(page, 'net')
  expect(sumOf(rows.values())).toBe(await net(page))
  const [name = '', cents] = [...rows][0] ?? []
  await page.getByRole('button', { name: `Dias de ${name}` }).click()
  const days = page.getByRole('region', { name: `${name}, dia a dia` })
  await days.waitFor()
  // On a desktop every column is visible; otherwise the row's button would be in the last one.
  const room = await page
    .getByRole('region', { name: 'Lojas', exact: true })
    .evaluate((table) => table.scrollWidth - table.clientWidth)
  expect(room).toBe(0)
  const ofDays = await days.locator('tbody tr [data-column="net"]').allInnerTexts()
  expect(ofDays.length).toBeGreaterThan(27)
  expect(sumOf(ofDays.map(centsIn))).toBe(cents)
  await page.getByRole('region', { name: 'Lojas' }).getByRole('button', { name: 'Loja', exact: true }).click()
  const names = [...(await column(page, 'net')).keys()].filter((one) => rows.has(one))
  expect(names).toEqual([...names].toSorted((a, b) => a.localeCompare(b, 'pt-BR')))
  await page.context().close()
})

test('a chart is readable with the arrow keys and as a table', async () => {
  const page = await open(`/reports/sale?${overMonth}`)
  const chart = page.getByRole('slider', { name: 'Faturamento líquido por dia' })
  await chart.focus()
  await page.keyboard.press('Home')
  const first = await chart.getAttribute('aria-valuetext')
  expect(first).toMatch(/este período R\$/)
  await page.keyboard.press('ArrowRight')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(first)
  await page.getByRole('button', { name: 'Ver em tabela: Faturamento líquido por dia' }).click()
  const table = page.getByRole('region', { name: 'Faturamento líquido por dia' })
  const cells = await table.locator('tbody tr td:nth-child(2)').allInnerTexts()
  expect(sumOf(cells.map(centsIn))).toBe(await net(page))
  await page.context().close()
})

test('a day is picked in the calendar, compared with any earlier day, and opens a single store', async () => {
  const page = await open('/reports/daily')
  await page.getByTitle('Escolher o dia').click()
  await page.locator('[data-day]:focus').waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(/day=/)
  await answered(page)
  await page.getByRole('button', { name: 'Comparar com' }).click()
  await page.getByRole('button', { name: 'Outro dia…' }).click()
  await page.getByRole('dialog', { name: 'Comparar com' }).locator('[data-day][tabindex="0"]').click()
  await page.waitForURL(/comparedDay=/)
  await answered(page)
  const all = await net(page)
  const districts = page.locator('section', { has: page.getByRole('heading', { name: 'Por bairro' }) })
  await districts.locator('li').first().waitFor()
  await page.getByRole('button', { name: 'Brasa & Cia' }).click()
  await page.waitForURL(/stores=/)
  await answered(page)
  expect(await net(page)).toBeLessThan(all)
  await page.context().close()
})

test('the printed day fits on two sheets without toolbars', async () => {
  const page = await open('/reports/daily', { theme: 'dark' })
  await page.getByRole('button', { name: 'Dia anterior' }).click()
  await page.waitForURL(/day=/)
  await answered(page)
  const sheet = await page.pdf({
    format: 'A4',
    margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' },
  })
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByTitle('Exportar').isVisible()).toBe(false)
  expect(await page.getByRole('navigation', { name: 'Principal', exact: true }).isVisible()).toBe(false)
  await page.context().close()
})

test('page assets are compressed and a report loads only its own chunk', async () => {
  const page = await open('/reports/daily')
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter((entry) => entry.name.endsWith('.js') && entry.decodedBodySize > 20_000)
      .map((entry) => ({ name: entry.name, share: entry.encodedBodySize / entry.decodedBodySize })),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(files.filter(({ share }) => share > 0.5)).toEqual([])
  expect(files.filter(({ name }) => /(sale|stores|customer|quality)-page/.test(name))).toEqual([])
  await page.context().close()
})

test('a basic user sees on each of the nine reports why it is closed, and none of them is fetched', async () => {
  const page = await openSignedIn(panel, 'atendente@balcao.example', '/')
  await page.waitForURL('**/menu/orders')
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/reports/')) asked.push(request.url())
  })
  for (const report of everyReport) {
    await page.goto(`/reports/${report}`)
    await page.getByText('Seu acesso não inclui esta página').waitFor()
  }
  expect(asked).toEqual([])
  expect(await page.getByRole('link', { name: 'Relatórios' }).count()).toBe(0)
  await page.context().close()
})

test.each(
  looksOfThisRun([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const),
)('the reports at %i wide in %s fit the screen and pass the accessibility rules', async (width, theme) => {
  const page = await open('/reports/daily', { width, theme, height: width === 390 ? 844 : 900 })
  await expectFitting(page, '/reports/daily')
  await expectOneColumn(page, width)
  for (const path of ['/reports/sale?split=true', '/reports/stores?period=yesterday']) {
    await goTo(page, path)
    await page.locator('main [data-metric]').first().waitFor()
    await atRest(page)
    await expectFitting(page, path)
  }
  await goTo(page, '/reports/ads')
  await atRest(page)
  await expectFitting(page, '/reports/ads')
  await (
    width === 390
      ? page.getByRole('button', { name: 'mudar, agora' }).locator('svg')
      : page.getByTitle('Escolher o período')
  ).click()
  await page.getByRole('dialog').locator('[data-day]').first().waitFor()
  await expectAccessible(page, 'the calendar')
  await page.context().close()
})

/** Side-by-side blocks on a phone would push their figures over their labels. */
async function expectOneColumn(page: Page, width: number): Promise<void> {
  const left = async (name: string) =>
    (await page.getByRole('heading', { name, exact: true }).boundingBox())?.x ?? -1
  expect((await left('Por loja')) === (await left('De onde vieram'))).toBe(width < 768)
}
