import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atRest } from './at-rest.ts'
import { expectAccessible } from './axe.ts'
import { answered, chooseStores, openSignedIn, sharedPanel, type Look, type Panel } from './panel.ts'
import { everyReport, goTo } from './report-page.ts'

let panel: Panel

beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

const owner = 'dona@balcao.example'
const [brasa, temaki] = ['Brasa & Cia', 'Temaki do Largo'] as const
const phone: Look = { width: 390, height: 844 }

async function open(path: string, look?: Look): Promise<Page> {
  const page = await openSignedIn(panel, owner, path, look)
  await page.getByRole('main').waitFor()
  return page
}

const word = (page: Page, name: string) => page.getByRole('button', { name })
const line = (page: Page) => word(page, 'mudar, agora')
/** Its end: no word of the sentence is there. */
const wholeLine = (page: Page) => line(page).locator('svg')
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Mudar: / })

async function net(page: Page): Promise<number> {
  await answered(page)
  const text = await page.locator('main [data-metric="net"]').first().innerText()
  return Number(text.replaceAll(/\D/g, ''))
}

test('two of six stores are compared: kept after a reload, in a copied link, and their figures add up', async () => {
  const page = await open('/reports/sale?period=last-month')
  const all = await net(page)
  const own: number[] = []
  for (const store of [brasa, temaki]) {
    await chooseStores(page, store)
    await word(page, `Mudar lojas, agora ${store}`).waitFor()
    own.push(await net(page))
  }
  await chooseStores(page, brasa, temaki)
  await word(page, `Mudar lojas, agora ${brasa} e ${temaki}`).waitFor()
  const both = await net(page)
  expect(both).toBe((own[0] ?? 0) + (own[1] ?? 0))
  expect(both).toBeLessThan(all)

  const { pathname, search } = new URL(page.url())
  expect(new URLSearchParams(search).get('stores')?.split(',')).toHaveLength(2)
  await page.reload()
  await word(page, `Mudar lojas, agora ${brasa} e ${temaki}`).waitFor()
  expect(await net(page)).toBe(both)
  // The next report and the next visit show the same stores.
  await page.goto('/reports/history')
  await word(page, `Mudar lojas, agora ${brasa} e ${temaki}`).waitFor()
  await page.getByRole('table', { name: 'Pedidos' }).waitFor()
  await answered(page)
  const stores = await page.locator('main [data-order] td:nth-child(3)').allInnerTexts()
  expect(new Set(stores)).toEqual(new Set([brasa, temaki]))

  const other = await open(pathname + search)
  await word(other, `Mudar lojas, agora ${brasa} e ${temaki}`).waitFor()
  expect(await net(other)).toBe(both)
  for (const one of [page, other]) await one.context().close()
})

test('a link made when only one store could be chosen still opens this store', async () => {
  const page = await open('/reports/sale?period=last-month')
  await chooseStores(page, brasa)
  await page.waitForURL(/stores=/)
  const store = new URL(page.url()).searchParams.get('stores') ?? ''
  const ofStore = await net(page)
  const other = await open(`/reports/sale?period=last-month&group=all&store=${store}`)
  await word(other, `Mudar lojas, agora ${brasa}`).waitFor()
  expect(await net(other)).toBe(ofStore)
  for (const one of [page, other]) await one.context().close()
})

test('from the board, yesterday of two chosen stores takes four clicks', async () => {
  const page = await open('/menu/orders')
  await word(page, 'Mudar lojas').click()
  await page.getByRole('checkbox', { name: brasa }).click()
  await page.getByRole('checkbox', { name: temaki }).click()
  await page.getByRole('link', { name: 'Ver o dia de ontem destas lojas' }).click()
  await word(page, `Mudar lojas, agora ${brasa} e ${temaki}`).waitFor()
  await word(page, 'Escolher o dia, agora Ontem').waitFor()
  await page.context().close()
})

test('stores are chosen by keyboard: search, Enter, and focus is back on the word, which says its new value', async () => {
  const page = await open('/reports/sale')
  await net(page)
  await word(page, 'Mudar lojas').focus()
  await page.keyboard.press('Enter')
  const search = page.getByLabel('Procurar loja, bairro ou cidade')
  await expect.poll(() => search.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('zzz')
  await page.getByText('Nenhuma loja com “zzz”.').waitFor()
  await search.fill('temaki')
  await page.keyboard.press('Enter')
  await word(page, `Mudar lojas, agora ${temaki}`).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    `Mudar lojas, agora ${temaki}`,
  )
  await page
    .locator('[aria-live]', { hasText: `Mudar lojas, agora ${temaki}` })
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Tirar ${temaki}` }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Mudar lojas' }).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('title'))).toBe('Mudar lojas')
  await page.context().close()
})

test('a group and “só esta” are shortcuts, chips take stores out, and all boxes ticked is everything', async () => {
  const page = await open('/reports/sale')
  await word(page, 'Mudar lojas').click()
  const stores = page.getByRole('dialog', { name: 'Mudar lojas' })
  await stores.getByRole('button', { name: 'Norte Grill (2)' }).click()
  await word(page, 'Mudar lojas, agora Norte Grill').waitFor()
  expect(await stores.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await stores.getByRole('checkbox', { name: brasa }).check()
  await word(page, 'Mudar lojas, agora 3 lojas').waitFor()
  await stores.getByRole('button', { name: `Tirar ${brasa}` }).click()
  await word(page, 'Mudar lojas, agora Norte Grill Adrianópolis e Norte Grill Centro').waitFor()
  for (const box of await stores.getByRole('checkbox').all()) if (!(await box.isChecked())) await box.click()
  await word(page, 'Mudar lojas, agora todas as lojas').waitFor()
  await page.waitForURL((url) => !url.searchParams.has('stores'))
  await expectAccessible(page, 'the stores')
  await stores.getByRole('button', { name: `Só esta: ${temaki}` }).click()
  await stores.waitFor({ state: 'hidden' })
  await word(page, `Mudar lojas, agora ${temaki}`).waitFor()
  await page.context().close()
})

test('a day typed by hand is understood, a wrong one is explained, and no field is the browser’s own', async () => {
  const page = await open('/reports/history')
  await word(page, 'Escolher o período').click()
  const days = page.getByRole('dialog', { name: 'Escolher o período' })
  await days.getByLabel('De', { exact: true }).fill('32/13')
  await days.getByRole('button', { name: 'Usar' }).click()
  await days.getByText('Escreva o dia assim: 20/11/2026.').waitFor()
  const to = new URLSearchParams(new URL(page.url()).search).get('to')
  expect(to).toBeNull()
  await days.getByLabel('De', { exact: true }).fill('1/10/25')
  await days.getByLabel('Até', { exact: true }).fill('5-10-2025')
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=2025-10-01&to=2025-10-05/)
  await word(page, 'Escolher o período, agora 1 a 5 de out. de 2025').waitFor()
  for (const report of ['daily', 'sale', 'history']) {
    await goTo(page, `/reports/${report}`)
    await page.getByTitle(/Escolher o (dia|período)/).click()
    expect(await page.locator('input[type=date]').count(), report).toBe(0)
  }
  await page.context().close()
})

test('at 1440 the sentence of every report is one line, whatever two stores are named', async () => {
  const page = await open('/reports/sale?comparison=mean-of-four')
  await chooseStores(page, 'Norte Grill Adrianópolis', 'Norte Grill Centro')
  await page.waitForURL(/stores=/)
  for (const report of everyReport) {
    await goTo(page, `/reports/${report}`)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    await page.getByRole('button', { name: 'Mudar lojas, agora Norte' }).waitFor()
    await atRest(page)
    const { height, over } = await heading.evaluate((box) => ({
      height: box.getBoundingClientRect().height,
      over: box.scrollWidth - box.clientWidth,
    }))
    expect(over, report).toBe(0)
    expect(height, report).toBeLessThan(48)
  }
  await page.context().close()
})

test.each(['light', 'dark'] as const)(
  'on the phone the sentence is one line of every report and opens one sheet with a tab per word (%s)',
  async (theme) => {
    const page = await open('/reports/daily', { ...phone, theme })
    for (const report of everyReport) {
      await goTo(page, `/reports/${report}`)
      await atRest(page)
      const box = await line(page).boundingBox()
      expect(box?.height, report).toBeGreaterThanOrEqual(44)
      expect(box?.height, report).toBeLessThan(50)
    }
    await goTo(page, '/reports/sale?period=last-month')
    await page.locator('main [data-metric]').first().waitFor()
    await wholeLine(page).click()
    const opened = sheet(page)
    expect(await opened.getByRole('tab').count()).toBe(5)
    await page.keyboard.press('ArrowRight')
    await opened.getByRole('checkbox', { name: brasa }).check()
    await opened.getByRole('checkbox', { name: temaki }).check()
    await opened.getByText(`${brasa} e ${temaki}`).waitFor()
    for (const tab of await opened.getByRole('tab').all()) {
      await tab.click()
      const name = (await tab.innerText()).replaceAll('\n', ' ')
      await opened.getByRole('tabpanel', { name }).waitFor()
      await expectAccessible(page, name)
    }
    await opened.getByRole('button', { name: 'Ver o relatório' }).click()
    await opened.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `agora Mês passado em 2 lojas` }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Mês passado')
    await wholeLine(page).click()
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Mês passado')
    await page.context().close()
  },
)

test('on the phone a touched word opens its own tab and closes with its choice; the line stays open for further words', async () => {
  const page = await open('/reports/sale?period=last-month', phone)
  await page.locator('main [data-metric]').first().waitFor()
  const touch = (title: string) => line(page).locator(`[data-title="${title}"]`).click()
  const chosenTab = sheet(page).getByRole('tab', { selected: true })
  await touch('lojas')
  await chosenTab.getByText('lojas', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Só esta: ${temaki}` }).click()
  await sheet(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: temaki }).waitFor()
  await touch('período')
  await chosenTab.getByText('período', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Ontem/ }).click()
  await sheet(page).waitFor({ state: 'hidden' })

  await wholeLine(page).click()
  await page.getByRole('button', { name: /^Mês passado/ }).click()
  await page.waitForURL(/period=last-month/)
  expect(await sheet(page).isVisible()).toBe(true)
  await page.context().close()
})
