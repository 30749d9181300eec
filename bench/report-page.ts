import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { deviceOf, openPanel, signIn, type Panel } from '../e2e/panel.ts'

export interface ReportPageRow {
  readonly page: string
  /** `cold`: nothing is there but the session, no file and no compiled code; `kept`: its files are there; `click`: from another report. */
  readonly how: 'cold' | 'kept' | 'click'
  readonly roundTripMs: number
  /** Median: the figures stand there and the page answers. */
  readonly interactiveMs: number
  /** Median: so does everything below them. */
  readonly wholeMs: number
  /** The worst: sum of what moved by itself, goal 0. */
  readonly layoutShift: number
  readonly kilobytes: number
}

/** A mid phone: a fourth of this processor, 1.6 Mbit/s. */
const slower = 4
const bytesPerSecond = 1_600_000 / 8
const phone = { width: 390, height: 844 }
const toldBy = 'balcaoWhole'
/** By then a new window of Chromium's has loaded the some 150 files of its own address bar, which no phone's does. */
const windowSettlesMs = 3_000

/** Opens the reports as an owner's phone does; goal: interactive within 1.5 s, nothing moves. */
export async function measureReportPages(panel: Panel, runs: number): Promise<readonly ReportPageRow[]> {
  const signedIn = await openPanel(panel, '/', phone)
  await signIn(signedIn, 'dona@balcao.example')
  await signedIn.waitForURL('**/reports/daily')
  const context = signedIn.context()
  await signedIn.close()
  const rows: ReportPageRow[] = []
  for (const roundTripMs of [40, 150]) {
    for (const path of ['/reports/daily', '/reports/sale', '/reports/stores']) {
      for (const how of ['cold', 'kept', 'click'] as const) {
        const seen: Seen[] = []
        for (let run = 0; run < runs; run += 1) {
          const wanted = { path, how, roundTripMs }
          seen.push(how === 'cold' ? await openFresh(context, panel, wanted) : await open(context, wanted))
        }
        rows.push({
          page: path,
          how,
          roundTripMs,
          interactiveMs: Math.round(median(seen.map((one) => one.interactiveMs))),
          wholeMs: Math.round(median(seen.map((one) => one.wholeMs))),
          layoutShift: Math.round(Math.max(...seen.map((one) => one.layoutShift)) * 10_000) / 10_000,
          kilobytes: Math.round(median(seen.map((one) => one.bytes)) / 1_000),
        })
      }
    }
  }
  await context.close()
  return rows
}

interface Wanted {
  readonly path: string
  readonly how: ReportPageRow['how']
  readonly roundTripMs: number
}

interface Seen {
  readonly interactiveMs: number
  readonly wholeMs: number
  readonly layoutShift: number
  readonly bytes: number
}

/** In a context of its own: a page after others of the same context finds its code compiled. */
async function openFresh(context: BrowserContext, panel: Panel, wanted: Wanted): Promise<Seen> {
  const storageState = await context.storageState()
  const fresh = await panel.browser.newContext({ ...deviceOf(phone), baseURL: panel.url, storageState })
  const seen = await open(fresh, wanted)
  await fresh.close()
  return seen
}

async function open(context: BrowserContext, { path, how, roundTripMs }: Wanted): Promise<Seen> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(watchPage)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name: toldBy })
  await devtools.send('Network.enable')
  let bytes = 0
  devtools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
  })
  if (how === 'click') await openNeighbour(page, path)
  else await page.waitForTimeout(windowSettlesMs)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  })
  bytes = 0
  const whole = toldWhole(page, devtools, path)
  if (how === 'click') {
    await page.locator(`nav[aria-label="Relatórios"] a[href^="${path}"]`).click({ noWaitAfter: true })
  } else {
    await page.goto(path, { waitUntil: 'commit' })
  }
  await whole
  // What moves later counts as well.
  await page.waitForTimeout(1_500)
  const seen = await page.evaluate(() => ({
    interactiveMs: (window.balcaoSeen?.shownAt ?? 0) - (window.balcaoSeen?.begunAt ?? 0),
    wholeMs: (window.balcaoSeen?.wholeAt ?? 0) - (window.balcaoSeen?.begunAt ?? 0),
    layoutShift: window.balcaoSeen?.shift ?? 0,
  }))
  await page.close()
  return { ...seen, bytes }
}

/** Until the page says so itself: asking it from here would load Playwright's own script into it, 100 to 170 ms on a phone. */
function toldWhole(page: Page, devtools: CDPSession, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => void visibleText(page).then(reject, reject), 60_000)
    devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== toldBy || payload !== path) return
      clearTimeout(tooLate)
      resolve()
    })
  })
}

async function visibleText(page: Page): Promise<Error> {
  const shown = await page.evaluate(() => ({
    ...window.balcaoSeen,
    waiting: [...document.querySelectorAll('[aria-busy="true"]')].map((one) => one.outerHTML.slice(0, 120)),
    text: document.body.innerText.slice(0, 300),
  }))
  return new Error(`${page.url()} was not whole within 60 s: ${JSON.stringify(shown)}`)
}

async function openNeighbour(page: Page, path: string): Promise<void> {
  await page.goto(path === '/reports/daily' ? '/reports/stores' : '/reports/daily')
  await page.locator('main [data-metric]').first().waitFor()
}

interface BalcaoSeen {
  begunAt: number
  shownAt: number
  wholeAt: number
  shift: number
}

declare global {
  interface Window {
    balcaoSeen?: BalcaoSeen
    balcaoWhole?(path: string): void
  }
}

/** Runs inside the page. */
function watchPage(): void {
  const figures = () => document.querySelector('main [data-metric]')
  const seen: BalcaoSeen = {
    begunAt: 0,
    shownAt: 0,
    wholeAt: 0,
    shift: 0,
  }
  window.balcaoSeen = seen
  const beginAnew = () => {
    Object.assign(seen, { begunAt: performance.now(), shownAt: 0, wholeAt: 0, shift: 0 })
    // The figures of the page before do not count.
    figures()?.setAttribute('data-before', '')
  }
  document.addEventListener('click', beginAnew, { capture: true, once: true })
  let asked = false
  const look = () => {
    const found = figures()
    if (seen.wholeAt > 0 || !found || found.hasAttribute('data-before')) return
    if (seen.shownAt > 0 && !document.querySelector('main [aria-busy="true"]')) {
      seen.wholeAt = performance.now()
      window.balcaoWhole?.(location.pathname)
    }
    if (asked || seen.shownAt > 0) return
    asked = true
    // Drawn, and the page is free to answer a touch.
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.shownAt = performance.now()
        asked = false
        look()
      }),
    )
  }
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-busy'],
  })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
      if (!shift.hadRecentInput) seen.shift += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
