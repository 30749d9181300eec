import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dailyJobs } from './jobs/daily-jobs.ts'
import { keyboard } from './jobs/hands.ts'
import { openStores, type Stores } from './jobs/stores.ts'
import { answered, deviceOf, openPanel, signIn } from './panel.ts'

const phone = { width: 390, height: 844 } as const

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

async function open(path: string): Promise<Page> {
  const context = await stores.panel.browser.newContext({
    ...deviceOf(phone),
    ...signedIn,
  })
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
    const page = await open(job.path)
    await job.work(page, { ...stores, width: phone.width, hand: keyboard(problems), subject })
    expect([...problems]).toEqual([])
    // The next Tab does not begin at the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).not.toBe('BODY')
    await page.context().close()
  })
})
