import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dailyJobs } from './jobs/daily-jobs.ts'
import { keyboard } from './jobs/hands.ts'
import { forJobs, openStores, type Stores } from './jobs/stores.ts'
import { answered, openSignedIn } from './panel.ts'

const phone = { width: 390, height: 844 } as const

let stores: Stores

beforeAll(async () => {
  stores = await openStores(forJobs)
})
afterAll(() => stores.close())

async function open(path: string): Promise<Page> {
  const page = await openSignedIn(stores.panel, 'dona@balcao.example', path, phone)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await answered(page)
  // Only a window with the focus shows where it is.
  await page.bringToFront()
  await page.waitForFunction(() => document.hasFocus())
  return page
}

describe('by keyboard alone, on a phone', () => {
  test.each(dailyJobs.map((job) => [job.name, job] as const))('%s', async (_name, job) => {
    const problems = new Set<string>()
    const subject = (await job.prepare?.(stores, phone.width)) ?? ''
    const page = await open(job.path)
    await job.work(page, { ...stores, width: phone.width, hand: keyboard(problems), subject })
    expect([...problems].join('\n')).toBe('')
    // The next Tab does not begin at the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).not.toBe('BODY')
    await page.context().close()
  })
})
