import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answered, openPanel, signIn, startPanel, type Panel } from './panel.ts'

let panel: Panel

beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const reports = [
  'daily',
  'sale',
  'product',
  'menu',
  'customer',
  'history',
  'orderBilling',
  'quality',
  'stores',
] as const

/** The first figure of a report; the history's is the sum of its newest order. */
const firstFigure = (report: (typeof reports)[number]): string =>
  report === 'history' ? 'main [data-order] b, main [data-order] td:last-child' : 'main [data-metric]'

async function show(page: Page, report: (typeof reports)[number], search = ''): Promise<void> {
  await page.goto(`/reports/${report}${search}`)
  await page.locator(firstFigure(report)).first().waitFor()
  await answered(page)
}

const phone = { width: 390, height: 844 }

async function openAsOwner(look: Parameters<typeof openPanel>[2]): Promise<Page> {
  const page = await openPanel(panel, '/reports/daily', look)
  await signIn(page, 'dona@balcao.example')
  await page.locator('main [data-metric]').first().waitFor()
  return page
}

describe('on the phone', () => {
  test('each of the nine reports opens with its figure in view and within 4,000 px', async () => {
    const page = await openAsOwner(phone)
    for (const report of reports) {
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
    for (const report of reports) {
      await show(page, report)
      // The sections below come after the figures.
      await page.waitForTimeout(600)
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
    const page = await openAsOwner({ width, height: width === 390 ? 844 : 900 })
    await page.addInitScript(() => {
      const moved = { sum: 0 }
      Object.assign(globalThis, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          readonly value: number
          readonly hadRecentInput: boolean
        })[])
          if (!entry.hadRecentInput) moved.sum += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const sums: [string, number][] = []
    for (const report of reports) {
      await show(page, report)
      await page.waitForTimeout(1_000)
      sums.push([
        report,
        await page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum),
      ])
    }
    expect(sums.filter(([, sum]) => sum > 0.05)).toEqual([])
    await page.context().close()
  })
})

test.each(['daily', 'orderBilling'] as const)('in %s one name stands for one sum', async (report) => {
  const page = await openAsOwner({})
  await show(page, report, report === 'daily' ? '' : '?period=30d')
  await page.waitForTimeout(600)
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
