import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metrics } from '../contract/reports/metrics/metrics.ts'
import { guideLabels, guideLabelsFile, guideLook, guides, showGuide } from './pictures/guide-pictures.ts'
import { answered, openSignedIn, sharedPanel, type Panel } from './panel.ts'

/**
 * The pictures of README.md. `UPDATE_PICTURES=1` takes them again, together with the labels that they show. Without it
 * the test fails as soon as the screen shows other labels than its picture: pixels and figures are not compared.
 */
const update = process.env.UPDATE_PICTURES === '1'
const images = fileURLToPath(new URL('../docs/images', import.meta.url))

const pictures = [
  { name: 'orders', path: '/menu/orders', query: '', parts: '[data-column] > header h2' },
  // Yesterday: a running day is nearly empty in the morning.
  { name: 'report', path: '/reports/daily', query: `?day=${yesterday()}`, parts: 'main h2, main dt' },
] as const

let panel: Panel
beforeAll(async () => {
  panel = await sharedPanel()
})
afterAll(() => panel.stop())

test.each(pictures)(
  'the picture $name shows the labels of its screen',
  async ({ name, path, query, parts }) => {
    const page = await openSignedIn(panel, 'dona@balcao.example', path + query)
    await page.waitForURL((url) => url.pathname === path)
    await answered(page)
    const file = join(images, `${name}.labels.json`)
    if (update) {
      // On a slow machine the typefaces come with the second screen.
      await page.reload()
      await answered(page)
      await page.evaluate(async () => {
        await document.fonts.ready
      })
      await page.screenshot({ path: join(images, `${name}.png`) })
      writeFileSync(file, `${JSON.stringify(await labelsOf(page, parts), null, 2)}\n`)
    }
    const pictured = JSON.parse(readFileSync(file, 'utf8')) as string[]
    // Sections below the first load a moment later.
    await expect
      .poll(() => labelsOf(page, parts), {
        timeout: 8_000,
        message: 'take the pictures again: UPDATE_PICTURES=1',
      })
      .toEqual(pictured)
    await page.context().close()
  },
)

test('the picture of every tutorial shows the words of its screen', async () => {
  const page = await openSignedIn(panel, 'dona@balcao.example', '/tutorials', {
    ...guideLook,
    theme: 'light',
  })
  const pictured = JSON.parse(readFileSync(guideLabelsFile, 'utf8')) as Record<string, string[]>
  const aged: string[] = []
  for (const guide of guides) {
    await showGuide(page, guide)
    const same = async () =>
      JSON.stringify(await guideLabels(page, guide)) === JSON.stringify(pictured[guide.id])
    const fits = await expect
      .poll(same, { timeout: 8_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (!fits) aged.push(guide.id)
  }
  expect(aged, 'take their pictures again: npm run pictures -- --only=tutorial').toEqual([])
  await page.context().close()
}, 180_000)

/** In São Paulo, where a business day starts at 04:00, seven hours behind UTC. */
function yesterday(): string {
  return new Date(Date.now() - (7 + 24) * 3_600_000).toISOString().slice(0, 10)
}

/** Lines of the bridge that a day without such money leaves out. */
const ofSomeDays = new Set(
  (
    [
      'storeDiscount',
      'refunds',
      'serviceFee',
      'staffService',
      'tip',
      'refundedFees',
      'customerFees',
      'marketplaceDiscount',
      'chainDiscount',
    ] as const
  ).map((name): string => metrics[name].label),
)

/** Labels that do not depend on the data. Digits, a colon and the text after them are data, an address is the person's. */
async function labelsOf(page: Page, parts: string): Promise<string[]> {
  const texts = await page
    .locator(`nav a, h1, ${parts}`)
    .evaluateAll((elements) =>
      elements.map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()),
    )
  const labels = texts.map((text) => text.replace(/(?::|\s*\(?\d).*$/s, ''))
  return [...new Set(labels)]
    .filter((label) => label !== '' && !label.includes('@') && !ofSomeDays.has(label))
    .toSorted()
}
