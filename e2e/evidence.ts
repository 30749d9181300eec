import type { BrowserContext, Page, Request } from 'playwright-core'

/** What a failed test says about its pages, its servers and its machine (e2e/report-failure.ts). */

/** Of one page; it ends with the page. */
interface Watched {
  readonly page: Page
  /** When each call that has no answer yet was asked, by `performance.now()`. */
  readonly asked: Map<Request, number>
  readonly notes: string[]
}

const watched = new Set<Watched>()
/** The last lines that each running server wrote. */
const servers = new Map<string, () => string>()
const maxNotes = 6

export function watchPages(context: BrowserContext): void {
  context.on('page', (page) => {
    const its: Watched = { page, asked: new Map(), notes: [] }
    const note = (text: string) => {
      its.notes.push(text)
      if (its.notes.length > maxNotes) its.notes.shift()
    }
    watched.add(its)
    page.on('close', () => watched.delete(its))
    page.on('request', (request) => its.asked.set(request, performance.now()))
    page.on('requestfinished', (request) => its.asked.delete(request))
    page.on('requestfailed', (request) => {
      its.asked.delete(request)
      note(`${nameOf(request)} failed: ${String(request.failure()?.errorText)}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) note(`${nameOf(response.request())} answered ${response.status()}`)
    })
    page.on('pageerror', (error) => note(`error in the page: ${error.message}`))
  })
}

/** Calls of the page that have no answer yet; its live stream never has one. */
export const unanswered = (page: Page): readonly string[] =>
  [...watched]
    .filter((its) => its.page === page)
    .flatMap(({ asked }) => [...asked.keys()].map(nameOf))
    .filter((name) => !name.endsWith('/api/events'))

export const watchServer = (url: string, lastLines: () => string): void => void servers.set(url, lastLines)
export const forgetServer = (url: string): boolean => servers.delete(url)

/** Lines for a person who has only the report of the run. */
export async function evidence(): Promise<string> {
  const pages = await Promise.all([...watched].map(ofPage))
  return [...pages.flat(), ...ofServers(), ...standstills()].join('\n')
}

async function ofPage({ page, asked, notes }: Watched): Promise<readonly string[]> {
  const now = performance.now()
  const waiting = [...asked]
    .filter(([, at]) => now - at > 1_000)
    .map(([request, at]) => `${nameOf(request)} without an answer for ${seconds(now - at)}`)
  return [`page ${new URL(page.url()).pathname}: ${await stateOf(page)}`, ...waiting, ...notes]
}

const maxStateMs = 3_000

/** A page that draws no frame any more answers neither. */
async function stateOf(page: Page): Promise<string> {
  try {
    const state = await page.waitForFunction(pageState, null, { timeout: maxStateMs, polling: 500 })
    return await state.jsonValue()
  } catch {
    return 'answers nothing'
  }
}

/** Runs in the page. */
async function pageState(): Promise<string> {
  const frames = await new Promise<string>((resolve) => {
    requestAnimationFrame(() => resolve('draws'))
    self.setTimeout(() => resolve('draws no frame'), 1_000)
  })
  const texts = [...document.querySelectorAll('dialog[open], [role=alert], [role=status]')]
    .filter((element) => element.checkVisibility())
    .map((element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').slice(0, 160))
    .filter(Boolean)
  const focused = document.activeElement
  const nearest = focused?.closest('[id], [data-order]')
  const focus = `${focused?.nodeName} "${focused?.ariaLabel ?? ''}" in ${nearest?.id || nearest?.getAttribute('data-order')}`
  return `${frames}, ${navigator.onLine ? 'online' : 'offline'}, focus on ${focus}, says ${texts.join(' | ')}`
}

function* ofServers(): Generator<string> {
  for (const [url, lastLines] of servers) {
    const lines = lastLines().trim().split('\n').slice(-4)
    if (lines.join('') !== '') yield `server ${url}: ${lines.join('\n')}`
  }
}

const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const beatMs = 250
const minStandstillMs = 2_000
const stood: { readonly endedAt: number; readonly ms: number }[] = []
let lastBeat = performance.now()
setInterval(() => {
  const now = performance.now()
  if (now - lastBeat > minStandstillMs) stood.push({ endedAt: now, ms: now - lastBeat })
  lastBeat = now
}, beatMs).unref()

/** When this process itself did nothing, neither did what it waited for. */
function standstills(): readonly string[] {
  const now = performance.now()
  return stood
    .slice(-3)
    .map(
      ({ endedAt, ms }) => `this process stood still for ${seconds(ms)}, until ${seconds(now - endedAt)} ago`,
    )
}
