import type { Page } from 'playwright-core'

/**
 * Counts what a hand does: every real press of a pointer on the page, wherever it lands. Typing is not a
 * press. The counts are kept outside of the page, so that a reload does not lose them.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('pressed', () => (presses += 1))
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      (event) => {
        if (event.isTrusted) void (self as unknown as { pressed: () => Promise<void> }).pressed()
      },
      true,
    )
  })
  return () => presses
}
