import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoStores } from '../../demo/demo-stores.ts'
import { expectFitting } from '../axe.ts'
import { looksOfThisRun } from '../looks.ts'
import { openSignedIn, startPanel, type Look, type OwnPanel } from '../panel.ts'
import { countEvents, heard, publishEvents, weightOf, type Weight } from './events-and-weight.ts'

/* The screen of an office is opened once and hangs for weeks: its day passes in minutes, as that of wall-day.e2e.ts does. */
const owner = 'dona@balcao.example'
const storeId = demoStores[0]?.id ?? ''
const hours = 24
const hourMs = 3_600_000
const eventsAnHour = 2_100
const turnMs = 12_000

let panel: OwnPanel
let database: pg.Client
beforeAll(async () => {
  panel = await startPanel()
  database = new pg.Client({ connectionString: panel.databaseUrl() })
  await database.connect()
})
afterAll(async () => {
  await database.end()
  await panel.stop()
})

const wallOf = (page: Page) => page.getByRole('dialog', { name: /^Tela do escritório/ })
const openWall = async (look: Look = {}) => {
  const page = await openSignedIn(panel, owner, '/sabor-da-vila?tv=1', look)
  await wallOf(page).waitFor()
  return page
}
const partsOf = (page: Page) => wallOf(page).getByRole('navigation', { name: 'Partes' }).getByRole('button')
const current = (page: Page) =>
  wallOf(page)
    .getByRole('navigation', { name: 'Partes' })
    .locator('[aria-current]')
    .getAttribute('aria-label')

test('it is reached from the group’s page, turned by the arrows, and left by Esc', async () => {
  const page = await openSignedIn(panel, owner, '/sabor-da-vila')
  await page.getByRole('button', { name: 'Tela do escritório' }).click()
  await wallOf(page).waitFor()
  const first = await current(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => current(page)).not.toBe(first)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => current(page)).toBe(first)
  await wallOf(page).getByText('parada por meio minuto', { exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await wallOf(page).waitFor({ state: 'detached' })
  await page.waitForURL((url) => !url.search.includes('tv'))
  await page.context().close()
})

test.for(
  looksOfThisRun(
    ['light', 'dark'].flatMap((theme) => [390, 1280, 1440, 1920].map((width) => ({ width, theme }) as Look)),
  ),
)('every part fits at %o and names no customer', async (look) => {
  const names = await customers()
  expect(names.length).toBeGreaterThan(0)
  const page = await openWall(look)
  const many = await partsOf(page).count()
  for (let part = 0; part < many; part += 1) {
    await partsOf(page).nth(part).click()
    await wallOf(page).getByRole('main').locator('*').first().waitFor()
    const text = (await wallOf(page).textContent()) ?? ''
    expect(names.filter((name) => text.includes(name))).toEqual([])
    await expectFitting(page)
  }
  await page.context().close()
})

test.for([1280, 1920, 3840])(
  'every part is read from three metres and fills a screen of %i px',
  async (width) => {
    const page = await openWall({ width, height: (width * 9) / 16 })
    const many = await partsOf(page).count()
    for (let part = 0; part < many; part += 1) {
      await partsOf(page).nth(part).click()
      await wallOf(page).getByRole('main').locator('*').first().waitFor()
      const name = `${await current(page)} at ${width} px`
      const { smallest, filled } = await wallOf(page).getByRole('main').evaluate(measured)
      // On a set of 43 inches these are 8 mm.
      expect(smallest / width, name).toBeGreaterThanOrEqual(0.0117)
      expect(filled, name).toBeGreaterThan(0.8)
      expect(await wallOf(page).getByRole('main').evaluate(scrolls), name).toBe(false)
    }
    await page.context().close()
  },
)

/** Pixels of the smallest letters, and the share of the height down to the last word or drawing. */
function measured(main: Element): { readonly smallest: number; readonly filled: number } {
  const box = main.getBoundingClientRect()
  const shown = [...main.querySelectorAll('*')].filter(
    (one) => one.checkVisibility() && one.clientWidth !== 1,
  )
  const words = shown.filter((one) =>
    [...one.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && (textContent ?? '').trim() !== '',
    ),
  )
  const marks = [...words, ...shown.filter((one) => one.matches('svg, td'))]
  return {
    smallest: Math.min(
      ...words
        .filter((one) => !one.closest('svg'))
        .map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
    ),
    filled: (Math.max(...marks.map((one) => one.getBoundingClientRect().bottom)) - box.top) / box.height,
  }
}

const scrolls = (main: Element): boolean =>
  main.scrollHeight > main.clientHeight + 1 || main.scrollWidth > main.clientWidth + 1

test('after a day, fifty thousand events and a restart of the server it turns on, and is no heavier', async () => {
  const { rows } = await database.query<{ at: Date }>(`select now() - make_interval(hours => $1) as at`, [
    hours,
  ])
  const page = await openSignedIn(panel, owner, 'about:blank', { width: 1920, height: 1080, worker: 'allow' })
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  await page.addInitScript(countEvents)
  await page.clock.install({ time: rows[0]?.at ?? new Date(0) })
  await page.goto('/sabor-da-vila?tv=1')
  await wallOf(page).waitFor()
  const ids = await lastOrders()
  let published = 0
  let before: Weight | null = null
  for (let hour = 1; hour <= hours; hour += 1) {
    await page.clock.fastForward(hourMs)
    if (hour === hours / 2) await restart(page)
    for (const part of [1, 2]) {
      await publishEvents(database, storeId, ids, eventsAnHour / 2)
      published += eventsAnHour / 2
      await heard(page, published)
      await page.clock.fastForward(turnMs * part)
    }
    // The panel has loaded what it loads later by then, and every part was shown.
    if (hour === 4) before = await afterATurn(page)
  }
  const after = await afterATurn(page)
  expect(published).toBeGreaterThanOrEqual(50_000)
  expect(broken).toEqual([])
  if (!before) throw new Error('the day was too short')
  expect(after.nodes).toBeLessThan(before.nodes * 1.2)
  expect(after.listeners).toBeLessThan(before.listeners * 1.2)
  expect(after.heapBytes).toBeLessThan(before.heapBytes * 1.25)
  await page.context().close()
}, 300_000)

/** Through every part once by a clock that stands, so that none is skipped and the same part is weighed. */
async function afterATurn(page: Page): Promise<Weight> {
  const seen = new Set<string | null>()
  const many = await partsOf(page).count()
  for (let part = 0; part < many; part += 1) {
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + turnMs - (now % turnMs) + turnMs / 2)
    await expect.poll(() => isOnTurn(page)).toBe(true)
    seen.add(await current(page))
  }
  await page.clock.resume()
  expect(seen.size).toBe(many)
  await partsOf(page).first().click()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  return weightOf(page)
}

/** Whether the part of the page's own hour is on the screen. */
async function isOnTurn(page: Page): Promise<boolean> {
  const parts = await partsOf(page).all()
  const marks = await Promise.all(parts.map((one) => one.getAttribute('aria-current')))
  const turn = Math.floor((await page.evaluate(() => Date.now())) / turnMs)
  return marks.indexOf('true') === turn % parts.length
}

/** While the server is away the screen says so, and turns on with the figures of then. */
async function restart(page: Page): Promise<void> {
  await panel.restart(async () => {
    await wallOf(page)
      .getByText(/^Sem rede desde \d\d:\d\d/)
      .waitFor()
    const shown = await current(page)
    await page.clock.fastForward(turnMs)
    await expect.poll(() => current(page)).not.toBe(shown)
  })
  await wallOf(page)
    .getByText(/^Sem rede/)
    .waitFor({ state: 'detached' })
}

async function lastOrders(): Promise<readonly string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select id from orders where store_id = $1 order by created_at desc limit 40`,
    [storeId],
  )
  return rows.map(({ id }) => id)
}

/** Of the open orders of all stores, which the group's page itself may name. */
async function customers(): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select distinct detail -> 'customer' ->> 'name' as name from orders where open`,
  )
  return rows.flatMap(({ name }) => (name ? [name] : []))
}
