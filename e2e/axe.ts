import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks the automatable accessibility rules; a failure names the rule and the element. */
export async function expectAccessible(page: Page, where = 'this screen'): Promise<void> {
  await still(page)
  await loadRules(page)
  const violations = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { readonly axe: Engine }
    return (await axe.run(document, { runOnly: [...tags], resultTypes: ['violations'] })).violations
  }, rules)
  expect(violations.map(worded), where).toEqual([])
}

/**
 * Once per page, which is looked at many times. `AxeBuilder` itself would load them for every look, and open a page more
 * to bring the results of frames together; the panel has none.
 */
async function loadRules(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  await new AxeBuilder({ page }).setLegacyMode().withRules('html-has-lang').analyze()
}

interface Engine {
  run(context: Document | Element, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

interface Violation {
  readonly id: string
  readonly nodes: readonly {
    readonly target: readonly unknown[]
    readonly any: readonly { readonly data?: unknown }[]
    readonly failureSummary?: string
  }[]
}

const worded = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes
    .map((node) => `${node.target.join(' ')} ${contrastOf(node) || whyOf(node)}`.trim())
    .slice(0, 3)
    .join(' | ')}`

const whyOf = ({ failureSummary = '' }: Violation['nodes'][number]): string =>
  failureSummary.replaceAll(/\s+/g, ' ').trim()

/** `#777 on #eee 3.9`: what the eye would have to see; empty for other rules. */
function contrastOf(node: Violation['nodes'][number]): string {
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

/** A colour on its way to the other theme is of neither, so the transitions end first. */
export async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((one) => void (document.documentElement.dataset.theme = one), theme)
  await still(page)
}

let waits = 0

/**
 * Waits until the page has loaded and stands still, for two frames in a row: a movement that has just ended may have
 * started the next one. A countdown moves for seconds and a pulse without end; both change only sizes, so they may.
 */
async function still(page: Page): Promise<void> {
  waits += 1
  await page.waitForFunction((wait) => {
    const longest = 1_000
    const isMoving = (one: Animation) =>
      one.playState === 'running' &&
      (Number(one.effect?.getComputedTiming().endTime) <= longest ||
        // A placeholder, as long as its content loads.
        (one instanceof CSSAnimation && one.animationName.includes('breathe')))
    const isStill =
      document.fonts.status === 'loaded' &&
      document.querySelector('[aria-busy=true]') === null &&
      !document.getAnimations().some(isMoving)
    // On the page, because it begins again with the next one.
    const seen = self as unknown as { still?: { wait: number; frames: number } }
    const before = seen.still?.wait === wait ? seen.still.frames : 0
    seen.still = { wait, frames: isStill ? before + 1 : 0 }
    return seen.still.frames >= 2
  }, waits)
}

const open = 'dialog[open], [popover]:popover-open'

/** What the open dialog or popover breaks of the rules, in the theme that the page shows. */
export async function panelViolations(page: Page): Promise<readonly string[]> {
  await still(page)
  await loadRules(page)
  const violations = await page.evaluate(
    async ([panels, tags]) => {
      const { axe } = globalThis as unknown as { readonly axe: Engine }
      const found = [...document.querySelectorAll(panels)]
      const newest = found.at(-1)
      if (!newest) return [{ id: 'no panel is open', nodes: [] }]
      // The rules do not know the layer of a popover, and take the dialog below it for its cover.
      const enabled = found.length === 1
      const rules = { 'target-size': { enabled }, 'color-contrast': { enabled } }
      return (await axe.run(newest, { runOnly: [...tags], resultTypes: ['violations'], rules })).violations
    },
    [open, rules] as const,
  )
  return violations.map(worded)
}
