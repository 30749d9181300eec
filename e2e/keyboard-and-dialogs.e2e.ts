import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelViolations } from './axe.ts'
import { dailyJobs } from './jobs/daily-jobs.ts'
import { keyboard } from './jobs/hands.ts'
import { closePanels, openByPresses, openPanels, panels } from './open-panels.ts'
import { openStores, type Stores } from './jobs/stores.ts'
import { answered, deviceOf, openPanel, signIn } from './panel.ts'

const phone = { width: 390, height: 844 } as const
const desktop = { width: 1440, height: 900 } as const

let stores: Stores
let signedIn: BrowserContextOptions

beforeAll(async () => {
  stores = await openStores()
  const page = await openPanel(stores.panel, '/', phone)
  await signIn(page, 'dona@balcao.example')
  signedIn = { storageState: await page.context().storageState(), baseURL: stores.panel.url }
  await page.context().close()
})
afterAll(() => stores.close())

async function open(path: string, look: typeof phone | typeof desktop): Promise<Page> {
  const context = await stores.panel.browser.newContext({ ...deviceOf(look), ...signedIn })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await answered(page)
  return page
}

describe('by keyboard alone, on a phone', () => {
  test.each(dailyJobs.map((job) => [job.name, job] as const))('%s', async (_name, job) => {
    const problems = new Set<string>()
    const subject = (await job.prepare?.(stores, phone.width)) ?? ''
    const page = await open(job.path, phone)
    await job.work(page, { ...stores, width: phone.width, hand: keyboard(problems), subject })
    expect([...problems]).toEqual([])
    // Whoever goes on with Tab does not begin at the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).not.toBe('BODY')
    await page.context().close()
  })
})

describe('every panel keeps the rules of accessibility in both themes, on a phone and on a desktop', () => {
  test.each(panels)('%s', async (path, ...openings) => {
    const page = await open(path, phone)
    const found: string[] = []
    for (const presses of openings) {
      await page.setViewportSize(phone)
      await openByPresses(page, presses)
      for (const [look, theme] of looks) {
        await page.setViewportSize(look)
        await page.evaluate((one) => {
          document.documentElement.dataset.theme = one
        }, theme)
        // A light and a dark panel differ in their colours only, a wide and a narrow one in everything else.
        const broken = await panelViolations(
          page,
          look === phone && theme === 'dark' ? ['color-contrast'] : undefined,
        )
        found.push(
          ...broken.map((one) => `${presses.map(String).join(' › ')} ${look.width} ${theme}: ${one}`),
        )
        if (await overflows(page)) found.push(`${presses.map(String).join(' › ')} ${look.width} overflows`)
      }
      await closePanels(page)
      // It returns to the control that opened the panel.
      expect(
        await page.evaluate(() => document.activeElement?.nodeName),
        presses.map(String).join(' › '),
      ).not.toBe('BODY')
    }
    expect(found).toEqual([])
    await page.context().close()
  })
})

const looks = [
  [phone, 'light'],
  [phone, 'dark'],
  [desktop, 'dark'],
] as const

const overflows = (page: Page) =>
  page.evaluate((selector) => {
    const panel = [...document.querySelectorAll(selector)].at(-1)
    return panel !== undefined && panel.scrollWidth > panel.clientWidth
  }, openPanels)
