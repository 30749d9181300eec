import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { panelViolations, showTheme } from '../axe.ts'
import { closePanels, openByPresses, openPanels, panels } from '../open-panels.ts'
import { openStores, type Stores } from '../jobs/stores.ts'
import { answered, openSignedIn } from '../panel.ts'

const phone = { width: 390, height: 844 } as const
const desktop = { width: 1440, height: 900 } as const

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

async function open(path: string): Promise<Page> {
  const page = await openSignedIn(stores.panel, 'dona@balcao.example', path, phone)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await answered(page)
  return page
}

describe('every panel keeps the rules of accessibility: light on a phone, dark on a desktop', () => {
  test.each(panels)('$path', async ({ path, openings }) => {
    const page = await open(path)
    const found: string[] = []
    for (const presses of openings) {
      const name = presses.map(String).join(' › ')
      await page.setViewportSize(phone)
      await showTheme(page, 'light')
      await openByPresses(page, presses)
      found.push(...(await panelViolations(page)).map((one) => `${name} on a phone: ${one}`))
      if (await overflows(page)) found.push(`${name} overflows on a phone`)
      await page.setViewportSize(desktop)
      await showTheme(page, 'dark')
      found.push(...(await panelViolations(page)).map((one) => `${name} on a desktop: ${one}`))
      await closePanels(page)
      // The focus returns to the control that opened it.
      if (await page.evaluate(() => document.activeElement === document.body))
        found.push(`${name} loses the focus`)
    }
    expect(found).toEqual([])
    await page.context().close()
  })
})

const overflows = (page: Page) =>
  page.evaluate((selector) => {
    const panel = [...document.querySelectorAll(selector)].at(-1)
    return panel !== undefined && panel.scrollWidth > panel.clientWidth
  }, openPanels)
