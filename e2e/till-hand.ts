import type { Locator, Page } from 'playwright-core'

/**
 * What each act takes a person who knows the screen, in ms, by the keystroke-level model of Card, Moran and Newell: a key of
 * a skilled typist, a pointing, and the thought before a decision.
 */
const keyMs = 200
const pointMs = 1_100
const thoughtMs = 1_350
/** They finish what the keys before them began, without a thought between. */
const anticipated = /^(?:Enter|Tab|Space|Arrow.*)$/

/** One hand at a till. It counts what it does; how long the machine takes does not count. */
export interface TillHand {
  readonly key: (name: string) => Promise<void>
  /** One group of keystrokes. */
  readonly type: (text: string) => Promise<void>
  readonly tap: (target: Locator) => Promise<void>
  readonly presses: () => number
  /** At the pace of a person. */
  readonly ms: () => number
}

export function handOn(page: Page): TillHand {
  let [presses, ms] = [0, 0]
  const count = (taken: number) => {
    presses += 1
    ms += thoughtMs + taken
  }
  return {
    key: async (name) => {
      count(keyMs * name.split('+').length - (anticipated.test(name) ? thoughtMs : 0))
      await page.keyboard.press(name)
    },
    type: async (text) => {
      count(keyMs * text.length)
      await page.keyboard.type(text)
    },
    tap: async (target) => {
      count(pointMs + keyMs)
      await target.click()
    },
    presses: () => presses,
    ms: () => ms,
  }
}
