import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { deviceOf, openPanel, signIn, type Panel } from '../../e2e/panel.ts'

export interface ReportPageRow {
  readonly page: string
  /**
   * `cold`: session only, no cached files or compiled code; `kept`: files cached; `click`: from another
   * report.
   */
  readonly how: 'cold' | 'kept' | 'click'
  readonly roundTripMs: number
  /** Median: figures are drawn and the page responds to input. */
  readonly interactiveMs: number
  /** Median: the sections below the figures are drawn as well. */
  readonly wholeMs: number
  /** Worst run: sum of unexpected layout shifts, goal 0. */
  readonly layoutShift: number
  readonly kilobytes: number
  /** Median: everything that the page asked for until it was complete, and in the 1.5 s after it. */
  readonly requests: number
}

/** A mid-range phone: a quarter of this processor's speed, 1.6 Mbit/s. */
const slower = 4
const bytesPerSecond = 1_600_000 / 8
const phone = { width: 390, height: 844 }
const completeBinding = 'balcaoWhole'
/** By then a new Chromium window has loaded the ~150 files of its own UI, which a phone does not load. */
const windowSettlesMs = 3_000

/** Opens the reports like an owner's phone does. Goal: interactive within 1.5 s, no layout shift. */
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
          requests: median(seen.map((one) => one.requests)),
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
  readonly requests: number
}

/** In a new browser context: within one context, later pages find compiled code. */
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
  await devtools.send('Runtime.addBinding', { name: completeBinding })
  await devtools.send('Network.enable')
  let bytes = 0
  let requests = 0
  devtools.on('Network.loadingFinished', (event) => {
    bytes += event.encodedDataLength
    requests += 1
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
  requests = 0
  const complete = waitUntilComplete(page, devtools, path)
  if (how === 'click') {
    await page.locator(`nav[aria-label="Relatórios"] a[href^="${path}"]`).click({ noWaitAfter: true })
  } else {
    await page.goto(path, { waitUntil: 'commit' })
  }
  await complete
  // Layout shifts after that count as well.
  await page.waitForTimeout(1_500)
  const seen = await page.evaluate(() => ({
    interactiveMs: (window.balcaoSeen?.shownAt ?? 0) - (window.balcaoSeen?.begunAt ?? 0),
    wholeMs: (window.balcaoSeen?.completeAt ?? 0) - (window.balcaoSeen?.begunAt ?? 0),
    layoutShift: window.balcaoSeen?.shift ?? 0,
  }))
  await page.close()
  return { ...seen, bytes, requests }
}

/**
 * Waits for the page's own signal: polling would load Playwright's script into it, 100 to 170 ms on a phone.
 */
function waitUntilComplete(page: Page, devtools: CDPSession, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => void visibleText(page).then(reject, reject), 60_000)
    devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== completeBinding || payload !== path) return
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
  return new Error(`${page.url()} was not complete within 60 s: ${JSON.stringify(shown)}`)
}

async function openNeighbour(page: Page, path: string): Promise<void> {
  await page.goto(path === '/reports/daily' ? '/reports/stores' : '/reports/daily')
  await page.locator('main [data-metric]').first().waitFor()
}

interface BalcaoSeen {
  begunAt: number
  shownAt: number
  completeAt: number
  shift: number
}

declare global {
  interface Window {
    balcaoSeen?: BalcaoSeen
    balcaoWhole?(path: string): void
  }
}

function watchPage(): void {
  const figures = () => document.querySelector('main [data-metric]')
  const seen: BalcaoSeen = {
    begunAt: 0,
    shownAt: 0,
    completeAt: 0,
    shift: 0,
  }
  window.balcaoSeen = seen
  const restart = () => {
    Object.assign(seen, { begunAt: performance.now(), shownAt: 0, completeAt: 0, shift: 0 })
    // Ignore the figures of the previous page.
    figures()?.setAttribute('data-before', '')
  }
  document.addEventListener('click', restart, { capture: true, once: true })
  let paintPending = false
  const look = () => {
    const found = figures()
    if (seen.completeAt > 0 || !found || found.hasAttribute('data-before')) return
    if (seen.shownAt > 0 && !document.querySelector('main [aria-busy="true"]')) {
      seen.completeAt = performance.now()
      window.balcaoWhole?.(location.pathname)
    }
    if (paintPending || seen.shownAt > 0) return
    paintPending = true
    // Painted, and the page is free to handle a touch.
    requestAnimationFrame(() =>
      setTimeout(() => {
        seen.shownAt = performance.now()
        paintPending = false
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
