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

/**
 * Counts the fields that got the focus without a press: a test fills them, a thumb taps them first. One that the
 * page focused on its own counts too. A choice in a list is two: opening it and the choice.
 */
export async function countFields(page: Page): Promise<() => number> {
  let fields = 0
  await page.exposeFunction('entered', () => (fields += 1))
  await page.addInitScript(() => {
    let pressed: EventTarget | null = null
    addEventListener('pointerdown', ({ target }) => (pressed = target), true)
    addEventListener(
      'focusin',
      ({ target }) => {
        const isField = target instanceof Element && target.matches('input, select, textarea')
        if (isField && target !== pressed)
          void (self as unknown as { entered: () => Promise<void> }).entered()
      },
      true,
    )
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLSelectElement)
          for (let tap = 0; tap < 2; tap += 1)
            void (self as unknown as { entered: () => Promise<void> }).entered()
      },
      true,
    )
  })
  return () => fields
}
