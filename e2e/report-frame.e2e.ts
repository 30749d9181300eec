import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atRest } from './at-rest.ts'
import { watchShifts } from './layout-shift.ts'
import { openSignedIn, sharedPanel, type Look, type Panel } from './panel.ts'
import { everyReport, firstFigure, goTo, openReport, type Report } from './report-page.ts'

let panel: Panel

beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

async function show(page: Page, report: Report, search = ''): Promise<void> {
  await goTo(page, `/reports/${report}${search}`)
  await page.locator(firstFigure(report)).first().waitFor()
  await atRest(page)
}

const phone = { width: 390, height: 844 }

const openAsOwner = (look: Look) => openReport(panel, '/reports/daily', look)

describe('on the phone', () => {
  test('each of the nine reports opens with its figure in view and within 4,000 px', async () => {
    const page = await openAsOwner(phone)
    for (const report of everyReport) {
      await show(page, report)
      const { height, figure } = await page.evaluate(
        (selector) => ({
          height: document.documentElement.scrollHeight,
          figure: (document.querySelector(selector)?.getBoundingClientRect().top ?? 0) + scrollY,
        }),
        firstFigure(report),
      )
      expect(height, `${report}: height`).toBeLessThanOrEqual(4_000)
      expect(figure, `${report}: figure`).toBeLessThanOrEqual(report === 'history' ? 300 : 230)
    }
    await page.context().close()
  })

  test('a folded section says its result in one line, opens with a key, and is whole on paper', async () => {
    const page = await openAsOwner(phone)
    await show(page, 'sale', '?period=last-month')
    const section = page.locator('section', {
      has: page.getByRole('heading', { name: /Dividido por canal/ }),
    })
    await section.waitFor()
    expect(await section.innerText()).toMatch(/R\$\u00a0[\d.]+/)
    expect(await section.locator('table').isVisible()).toBe(false)
    await section.getByRole('button', { name: /Dividido por canal/ }).focus()
    await page.keyboard.press('Enter')
    await section.locator('table').waitFor()
    await page.keyboard.press('Enter')
    await section.locator('table').waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: 'print' })
    expect(await section.locator('table').isVisible()).toBe(true)
    await page.context().close()
  })
})

describe.each([1440, 390])('at %i wide', (width) => {
  test('no report has a scroller within the page, and no figure parts from its unit', async () => {
    const page = await openAsOwner({ width, height: width === 390 ? 844 : 900 })
    for (const report of everyReport) {
      await show(page, report)
      const { scrollers, parted } = await page.evaluate(() => {
        const all = [...document.querySelectorAll<HTMLElement>('main *')]
        const words = document.createTreeWalker(
          document.querySelector('main') ?? document,
          NodeFilter.SHOW_TEXT,
        )
        const texts: string[] = []
        while (words.nextNode()) texts.push(words.currentNode.textContent ?? '')
        return {
          scrollers: all
            .filter(
              (one) =>
                /auto|scroll/.test(getComputedStyle(one).overflowY) &&
                one.scrollHeight > one.clientHeight + 1,
            )
            .map((one) => one.className),
          parted: texts.filter((text) => /R\$ |R\$$|[−-] R\$|\d %/.test(text)),
        }
      })
      expect(scrollers, `${report}: scrollers`).toEqual([])
      expect(parted, `${report}: figures`).toEqual([])
    }
    await page.context().close()
  })

  test('nothing moves while a report loads', async () => {
    const look = { width, height: width === 390 ? 844 : 900 }
    const page = await openSignedIn(panel, 'dona@balcao.example', 'about:blank', look)
    const shiftsAt = await watchShifts(page)
    const moved = []
    for (const report of everyReport) {
      const shifts = await shiftsAt(`/reports/${report}`, firstFigure(report))
      if (shifts.reduce((sum, { value }) => sum + value, 0) > 0.05) moved.push({ report, shifts })
    }
    expect(moved).toEqual([])
    await page.context().close()
  })
})

test.each(['daily', 'orderBilling'] as const)('in %s one name stands for one sum', async (report) => {
  const page = await openAsOwner({})
  await show(page, report, report === 'daily' ? '' : '?period=30d')
  const said = await page.locator('main').evaluate((main) => {
    const named: [string, string][] = []
    const name = (element: Element | null | undefined) => element?.textContent?.trim() ?? ''
    for (const line of main.querySelectorAll('[data-bridge]'))
      named.push([name(line.querySelector('dt')), name(line.querySelector('dd'))])
    for (const figure of main.querySelectorAll('[data-metric]'))
      named.push([
        name(figure.closest('dl > div')?.querySelector('dt') ?? figure.parentElement?.querySelector('h2')),
        name(figure),
      ])
    return named
  })
  const sums = new Map<string, number[]>()
  for (const [name, text] of said) {
    if (!text.includes('R$')) continue
    // Figures without cents are rounded.
    const cents = Math.round(Number(text.replaceAll(/[^\d,]/g, '').replace(',', '.')))
    sums.set(name, [...(sums.get(name) ?? []), cents])
  }
  expect(sums.size).toBeGreaterThan(6)
  for (const [name, all] of sums) expect(new Set(all).size, name).toBe(1)
  await page.context().close()
})
