import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the automatable accessibility rules; a failure names the rule and the element. */
export async function expectAccessible(page: Page, where = 'this screen'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(
    violations.map(
      (one) =>
        `${one.id}: ${one.nodes
          .map((node) => `${node.target.join(' ')} ${contrastOf(node)}`.trim())
          .slice(0, 3)
          .join(' | ')}`,
    ),
    where,
  ).toEqual([])
}

/** `#777 on #eee 3.9`: what the eye would have to see; empty for other rules. */
function contrastOf(node: { readonly any: readonly { readonly data?: unknown }[] }): string {
  const data = node.any.find((one) => (one.data as { fgColor?: string } | null)?.fgColor)?.data as
    | { readonly fgColor: string; readonly bgColor: string; readonly contrastRatio: number }
    | undefined
  return data ? `${data.fgColor} on ${data.bgColor} ${String(data.contrastRatio)}` : ''
}

/** Checks that nothing overflows horizontally and that the accessibility rules pass. */
export async function expectFitting(page: Page, where = 'this screen'): Promise<void> {
  await expectAccessible(page, where)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${where} overflows`,
  ).toBe(true)
}
