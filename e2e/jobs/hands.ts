import type { Locator, Page } from 'playwright-core'
import { atRest } from '../at-rest.ts'

/** How a person works the panel: with a pointer or a finger, or with the keyboard alone. */
export interface Hand {
  press(target: Locator): Promise<void>
  /** Opens a word of the screen's sentence. */
  word(page: Page, title: Word): Promise<void>
  /** Leaves the panel of the words, where the choice did not. */
  leave(page: Page): Promise<void>
  /** What opens under a resting pointer; with the keyboard the focus does that. */
  rest(target: Locator): Promise<void>
}

type Word = 'lojas' | 'período'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600
const phoneLine = (page: Page): Locator => page.getByRole('button', { name: 'mudar, agora' })

export const pointer: Hand = {
  press: (target) => target.click(),
  word: (page, title) =>
    // On the phone: the place in the line to touch.
    (isPhone(page)
      ? phoneLine(page).locator(`[data-title="${title}"]`)
      : page.getByRole('button', { name: title === 'lojas' ? 'Mudar lojas' : 'Escolher o período' })
    ).click(),
  leave: () => Promise.resolve(),
  rest: (target) => target.hover(),
}

/**
 * Only Tab, Shift+Tab, arrows, Enter, Space and Esc. Each stop on the way is looked at: `problems` names those
 * whose focus cannot be seen.
 */
export function keyboard(problems: Set<string>): Hand {
  const press = async (target: Locator) => {
    const byArrows = await reach(target.first(), problems)
    const key = await target.first().evaluate(keyOf)
    if (key && !byArrows) await target.page().keyboard.press(key)
  }
  return {
    press,
    word: async (page, title) => {
      await press(phoneLine(page))
      await press(page.locator(`[role=tab][data-title="${title}"]`))
    },
    leave: (page) => page.keyboard.press('Escape'),
    rest: async (target) => void (await reach(target.getByRole('button').first(), problems)),
  }
}

const maxStops = 200

/** Goes to the target, whichever way is shorter; true if the last steps were arrows, which choose as they go. */
async function reach(target: Locator, problems: Set<string>): Promise<boolean> {
  const page = target.page()
  await target.waitFor()
  const way = await target.evaluate(wayTo)
  if (way === 'here') return false
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(way)
    const { reached, beside, problem } = await lookAtRest(target)
    if (problem) problems.add(problem)
    if (reached) return false
    if (beside) return arrowTo(target, problems)
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

/** A ticket that unfolds or moves up covers another for a moment. */
async function lookAtRest(target: Locator): Promise<ReturnType<typeof lookAround>> {
  const first = await target.evaluate(lookAround)
  if (first.problem === null) return first
  await atRest(target.page())
  return target.evaluate(lookAround)
}

async function arrowTo(target: Locator, problems: Set<string>): Promise<true> {
  for (let step = 0; step < 20; step += 1) {
    await target.page().keyboard.press('ArrowRight')
    const { reached, problem } = await lookAtRest(target)
    if (problem) problems.add(problem)
    if (reached) return true
  }
  throw new Error(`the arrows do not reach ${String(target)}`)
}

/** In the page: what presses it; null where one types. Arrows choose a tab or a radio as they reach it. */
function keyOf(target: Element): 'Enter' | 'Space' | null {
  if (target instanceof HTMLInputElement)
    return target.type === 'checkbox' || target.type === 'radio' ? 'Space' : null
  if (target instanceof HTMLTextAreaElement) return null
  return target.role === 'tab' ? 'Space' : 'Enter'
}

/** In the page. */
function wayTo(target: Element): 'Tab' | 'Shift+Tab' | 'here' {
  const active = document.activeElement
  if (target === active) return 'here'
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter((one) => one === target || one === active || (one.tabIndex >= 0 && one.checkVisibility()))
  const from = active === null ? -1 : all.indexOf(active as HTMLElement)
  const after = (all.indexOf(target as HTMLElement) - from + all.length) % all.length
  return after <= all.length / 2 ? 'Tab' : 'Shift+Tab'
}

/** In the page: whether the focus is on the target, or in its group of radios or tabs, and can be seen. */
function lookAround(target: Element): {
  readonly reached: boolean
  readonly beside: boolean
  readonly problem: string | null
} {
  const active = document.activeElement
  if (active === null || active === document.body) return { reached: false, beside: false, problem: null }
  const groupOf = (one: Element) =>
    one instanceof HTMLInputElement && one.type === 'radio'
      ? `radio ${one.name}`
      : (one.closest('[role=tablist]')?.getAttribute('aria-label') ?? null)
  const group = groupOf(target)
  const shown = [active, active.closest('label'), active.nextElementSibling, active.parentElement].filter(
    (one) => one !== null,
  )
  const ringed = [...shown.map((one) => [one, ''] as const), [active, '::after'] as const].some(
    ([one, part]) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    },
  )
  const box = (active.closest('label') ?? active).getBoundingClientRect()
  const above = [0.5, 0.1, 0.9].map((share) =>
    document.elementFromPoint(box.left + box.width * share, box.top + box.height / 2),
  )
  const uncovered = above.some(
    (at) => at !== null && shown.slice(0, 2).some((one) => one.contains(at) || at.contains(one)),
  )
  const name = `${active.nodeName.toLowerCase()} “${(active.getAttribute('aria-label') ?? active.textContent).trim().slice(0, 60)}” at ${location.pathname}`
  return {
    reached: active === target,
    beside: group !== null && groupOf(active) === group,
    problem: !ringed
      ? `${name} has no ring, ${document.hasFocus() ? 'in the window with the focus' : 'as the window has no focus'}`
      : !uncovered
        ? `${name} at ${Math.round(box.top)} is covered by ${above[0]?.outerHTML.slice(0, 80) ?? 'nothing'}`
        : null,
  }
}
