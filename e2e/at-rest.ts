import type { Page } from 'playwright-core'
import { answered } from './panel.ts'

/**
 * Waits until nothing on the screen moves: its replies are shown, its typefaces are loaded, its animations are over.
 * One without an end, such as that of a late order, does not count.
 */
export async function atRest(page: Page): Promise<void> {
  await answered(page)
  await page.evaluate(async () => {
    await document.fonts.ready
    // Two frames, by an animation: a test may have given the page another clock.
    for (let frame = 0; frame < 2; frame += 1)
      await document.documentElement.animate([], { duration: 1 }).finished
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
