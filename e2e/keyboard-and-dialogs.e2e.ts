import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelViolations } from './axe.ts'
import { dailyJobs } from './jobs/daily-jobs.ts'
import { keyboard } from './jobs/hands.ts'
import { openStores, type Stores } from './jobs/stores.ts'
import { answered, openPanel, signIn } from './panel.ts'

let stores: Stores
let page: Page

beforeAll(async () => {
  stores = await openStores()
  page = await openPanel(stores.panel, '/', phone)
  await signIn(page, 'dona@balcao.example')
})
afterAll(() => stores.close())

const phone = { width: 390, height: 844 } as const
const desktop = { width: 1440, height: 900 } as const

describe('by keyboard alone, on a phone', () => {
  test.each(dailyJobs.map((job) => [job.name, job] as const))('%s', async (_name, job) => {
    const problems = new Set<string>()
    const subject = (await job.prepare?.(stores, phone.width)) ?? ''
    await page.goto(job.path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await answered(page)
    await job.work(page, { ...stores, width: phone.width, hand: keyboard(problems), subject })
    expect([...problems]).toEqual([])
    // Whoever goes on with Tab does not begin at the top.
    await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).not.toBe('BODY')
    await closeAll(page)
  })
})

/** Where panels are, and the buttons that open each of them. */
const panels: readonly (readonly [path: string, openings: readonly (readonly (string | RegExp)[])[]])[] = [
  ['/menu/orders', [[/^Novo pedido/], [/^Aceitar pedido|ver detalhes/]]],
]

async function closeAll(on: Page): Promise<void> {
  for (let tries = 0; tries < 4 && (await openPanels(on)) > 0; tries += 1) await on.keyboard.press('Escape')
}
const openPanels = (on: Page) =>
  on.evaluate(() => document.querySelectorAll('dialog[open], [popover]:popover-open').length)
void panels
void desktop
void panelViolations
