import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { atRest } from './at-rest.ts'

/** When the panel begins what can wait: the worker for a time without a network, the last orders kept. */
const laterMs = 3_000

interface Shift {
  readonly value: number
  readonly what: string
}

/**
 * The result opens a path and returns what jumps there until all that loads later is shown. It is for a page
 * that has not shown the panel: its clock is the test's from here on.
 */
export async function watchShifts(
  page: Page,
): Promise<(path: string, ready: string) => Promise<readonly Shift[]>> {
  const asked = new Set<unknown>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') asked.add(request)
  })
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(recordShifts)
  // A font that is late moves text by what the device has in its place, which differs by machine.
  await page.route(/\/api\/(?!events)/, async (route) => {
    await page.waitForFunction(fontsAreLoaded).catch(() => {})
    await route.fallback().catch(() => {})
  })
  return async (path, ready) => {
    asked.clear()
    await page.goto(path)
    await page.locator(ready).first().waitFor()
    await page.clock.fastForward(laterMs)
    const unanswered = async () => {
      await atRest(page)
      return asked.size
    }
    await expect.poll(unanswered).toBe(0)
    return page.evaluate(() => (globalThis as unknown as { readShifts(): Shift[] }).readShifts())
  }
}

/** In the page. */
async function fontsAreLoaded(): Promise<boolean> {
  const faces = [...document.fonts]
  await Promise.all(faces.map((face) => face.load()))
  return faces.length > 1
}

/** In the page. */
function recordShifts(): void {
  const shifts: Shift[] = []
  const add = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as unknown as readonly LayoutShift[])
      if (!hadRecentInput)
        shifts.push({
          value,
          what: sources
            .map(({ node }) => (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 80))
            .join(' | '),
        })
  }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  const readShifts = () => {
    add(observer.takeRecords())
    return shifts
  }
  Object.assign(globalThis, { readShifts })
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node: Node | null }[]
}
