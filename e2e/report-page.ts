import type { Page } from 'playwright-core'
import { atRest } from './at-rest.ts'
import { openSignedIn, type Look, type Panel } from './panel.ts'

export const everyReport = [
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
export type Report = (typeof everyReport)[number]

/** The first figure of a report; the history's is the sum of its newest order. */
export const firstFigure = (report: Report): string =>
  report === 'history' ? 'main [data-order] b, main [data-order] td:last-child' : 'main [data-metric]'

/** Opens a report as the owner and waits until all of it is shown. */
export async function openReport(panel: Panel, path: string, look?: Look): Promise<Page> {
  const page = await openSignedIn(panel, 'dona@balcao.example', path, look)
  await page.locator('main [data-metric]').first().waitFor()
  await atRest(page)
  return page
}

/** A step within the panel, as by one of its links: nothing is loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = self as unknown as {
      readonly __TSR_ROUTER__: { navigate(to: { readonly href: string }): Promise<void> }
    }
    await router.navigate({ href })
  }, path)
}
