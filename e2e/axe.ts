import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the automatable accessibility rules; a failure names the rule and the element. */
export async function expectAccessible(page: Page, where = 'this screen'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(violations.map(worded), where).toEqual([])
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]

const worded = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes
    .map((node) => node.target.join(' '))
    .slice(0, 3)
    .join(' | ')}`

/** Checks that nothing overflows horizontally and that the accessibility rules pass. */
export async function expectFitting(page: Page, where = 'this screen'): Promise<void> {
  await expectAccessible(page, where)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    `${where} overflows`,
  ).toBe(true)
}

/**
 * What the newest open dialog or popover breaks of the rules, in the theme that the page shows. `only`: these rules
 * alone.
 */
export async function panelViolations(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).include('dialog[open], [popover]:popover-open').setLegacyMode()
  const { violations } = await (only ? axe.withRules([...only]) : axe.withTags(rules)).analyze()
  return violations.map(worded)
}
