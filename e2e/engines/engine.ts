import { vi } from 'vitest'

/** A browser engine other than Chromium, and what the tests do with it: what a person does, by what is written. */
export interface Engine {
  /** A page with a fresh profile, of this size in CSS pixels. */
  open(size: Size): Promise<EnginePage>
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface EnginePage {
  go(url: string): Promise<void>
  /** Presses the first visible button, link or tab of this name with the pointer; waits for it. */
  press(name: string | RegExp): Promise<void>
  /** Types into the field of this label. */
  type(label: string, text: string): Promise<void>
  /** Runs in the page; the function must not use anything around it. */
  evaluate<Result>(what: (argument: string) => Result, argument?: string): Promise<Result>
  /** PNG, for people. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** Repeats a look until it is fulfilled; otherwise throws with what the page shows. */
export async function until(page: EnginePage, what: string, look: () => Promise<boolean>): Promise<void> {
  const seen = async () => {
    if (!(await look())) throw new Error(`${what} did not happen; the page shows:\n${await textOf(page)}`)
  }
  await vi.waitFor(seen, { timeout: 20_000, interval: 150 })
}

export const sees = (page: EnginePage, text: string): Promise<void> =>
  until(page, `“${text}”`, async () => (await textOf(page)).includes(text))

export const textOf = (page: EnginePage): Promise<string> => page.evaluate(() => document.body.innerText)

/**
 * Runs in the page. The first visible control whose accessible name matches, as people see it: label, then its own
 * text; null if there is none.
 */
export function findControl(source: string, flags: string, kinds: string): Element | null {
  const wanted = new RegExp(source, flags)
  const nameOf = (element: Element): string =>
    (
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement && element.labels?.[0]
        ? element.labels[0].innerText
        : (element.textContent ?? ''))
    )
      .replace(/\s+/g, ' ')
      .trim()
  for (const element of document.querySelectorAll(kinds)) {
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0 || element.closest('[inert]')) continue
    if (wanted.test(nameOf(element))) return element
  }
  return null
}

export const pressable =
  'button, a[href], summary, [role=tab], [role=option], input[type=checkbox], input[type=radio]'
export const typable = 'input, textarea'

export const patternOf = (name: string | RegExp): readonly [source: string, flags: string] =>
  typeof name === 'string'
    ? [`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, '']
    : [name.source, name.flags]
