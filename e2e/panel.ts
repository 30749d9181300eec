import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { prepareDemoPrinting, startDemoAgent } from '../demo/demo-printing.ts'
import { runningChild } from '../scripts/child-process.ts'
import { notifyingChromium, sharedChromium } from './chromium.ts'
import { watchPages } from './evidence.ts'
import { cloneSeeded, seededSession, type SessionState } from './seeded-data.ts'
import { delayReplies } from './slow-replies.ts'
import { startServer } from './server-process.ts'

export interface Panel {
  readonly url: string
  /** Shared by the files of a worker: a test closes its contexts, never the browser. */
  readonly browser: Browser
  /** Connects to the panel's database as its owner. */
  databaseUrl(): string
  /** The page of a customer's phone; null: no WhatsApp is simulated. */
  readonly phoneUrl: string | null
  stop(): Promise<void>
}

/** With a server of its own. */
export interface OwnPanel extends Panel {
  /** The server ends and begins again at the same address; `away` happens between the two. */
  restart(away: () => Promise<void>): Promise<void>
}

export interface PanelOptions {
  /** Of the server. With `IFOOD_BASE_URL` the test plays iFood itself. */
  readonly environment?: Readonly<Record<string, string>>
  /** With the demo's print agent, so that its printers work. */
  readonly printing?: boolean
  /** In a Chromium of its own that shows notifications, where there is one (needsNotifications). */
  readonly notifications?: boolean
}

export const password = 'Balcao#2026'

/**
 * The server on a clone of the seeded database, with a browser. No order arrives and none moves unless the test does it.
 * What `npm start` adds to it (the demo's traffic, WhatsApp) is in whole-panel.ts.
 */
export async function startPanel({
  environment = {},
  printing = false,
  notifications = false,
}: PanelOptions = {}): Promise<OwnPanel> {
  const opening = notifications ? notifyingChromium() : sharedChromium()
  const [clone, browser] = await Promise.all([cloneSeeded(), opening])
  let server = await startServer(clone.url, environment)
  const agent = printing ? await startAgent(clone.url, server.url) : null
  return {
    url: server.url,
    browser,
    databaseUrl: () => clone.url,
    phoneUrl: null,
    restart: async (away) => {
      await server.stop()
      await away()
      server = await startServer(clone.url, { ...environment, PORT: new URL(server.url).port })
    },
    stop: async () => {
      await closePages(browser)
      if (browser !== (await sharedChromium())) await browser.close()
      await agent?.stop()
      await server.stop()
      await clone.drop()
    },
  }
}

async function startAgent(databaseUrl: string, serverUrl: string) {
  const stateDir = mkdtempSync(join(tmpdir(), 'balcao-agent-'))
  const codes = await prepareDemoPrinting(databaseUrl)
  const agent = runningChild(startDemoAgent({ serverUrl, stateDir, codes }))
  return {
    stop: async () => {
      await agent.stop()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

let shared: Promise<Panel> | null = null

/**
 * One panel for all files of a worker that only read: none may write what another looks at. It ends with the worker, so
 * `stop` only closes the pages.
 */
export async function sharedPanel(): Promise<Panel> {
  shared ??= startPanel()
  const panel = await shared
  return {
    ...panel,
    stop: () => closePages(panel.browser),
  }
}

async function closePages(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

/** Skips a test where Chromium cannot show notifications; scripts/test.ts prints its name and the reason. */
export function needsNotifications({ skip, task }: TestContext): void {
  const reason = process.env.BALCAO_CHROMIUM_SKIPS
  if (!reason) return
  Object.assign(task.meta, { skipped: reason })
  skip(reason)
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  /** With the service worker, which keeps the panel's files in each new browser: only where that is the subject. */
  readonly worker?: 'allow'
}

export async function openPanel(
  { browser, url }: Pick<Panel, 'browser' | 'url'>,
  path = '/',
  look: Look = {},
): Promise<Page> {
  return pageAt(await browser.newContext({ ...deviceOf(look), baseURL: url }), path)
}

const sessions = new Map<string, Promise<SessionState>>()

/**
 * Opens the path with a session: the demo's people are signed in by the template, anybody else once per panel, and every
 * page is one more window of that session. Not for a test that ends sessions, or asks what the first visit is like.
 */
export async function openSignedIn(
  panel: Pick<Panel, 'browser' | 'url'>,
  email: string,
  path: string,
  look: Look = {},
): Promise<Page> {
  const device = { ...deviceOf(look), baseURL: panel.url, storageState: await sessionOf(panel, email) }
  return pageAt(await panel.browser.newContext(device), path)
}

async function sessionOf(panel: Pick<Panel, 'browser' | 'url'>, email: string): Promise<SessionState> {
  const seeded = seededSession(email)
  if (seeded) return seeded
  const key = `${panel.url} ${email}`
  const session = sessions.get(key) ?? newSession(panel, email)
  sessions.set(key, session)
  // A sign-in that fails fails its own test; the next one tries again.
  session.catch(() => sessions.delete(key))
  return session
}

async function newSession(panel: Pick<Panel, 'browser' | 'url'>, email: string): Promise<SessionState> {
  const page = await openPanel(panel)
  await signIn(page, email)
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

async function pageAt(context: BrowserContext, path: string): Promise<Page> {
  // A busy machine must not pass for a slow connection, which gets its fonts with the second screen.
  await context.addInitScript(() => {
    Object.defineProperty(PerformanceResourceTiming.prototype, 'transferSize', { get: () => 0 })
  })
  watchPages(context)
  await delayReplies(context)
  const page = await context.newPage()
  // As long as `until` (server/testing/until.ts) waits.
  page.setDefaultTimeout(30_000)
  await page.goto(path)
  return page
}

export const deviceOf = ({ width = 1440, height = 900, theme = 'light', worker }: Look) => ({
  serviceWorkers: worker ?? ('block' as const),
  // Nothing moves while a test looks.
  reducedMotion: 'reduce' as const,
  viewport: { width, height },
  colorScheme: theme,
  locale: 'pt-BR',
  timezoneId: 'America/Sao_Paulo',
})

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Entrar', exact: true }).waitFor({ state: 'detached' })
}

/** Opens the stores of the sentence and ticks exactly these. */
export async function chooseStores(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Mudar lojas' }).click()
  const panel = page.getByRole('dialog', { name: 'Mudar lojas' })
  await panel.getByRole('button', { name: 'Todas', exact: true }).click()
  for (const name of names) await panel.getByRole('checkbox', { name }).check()
  await page.keyboard.press('Escape')
}

/**
 * Waits until the screen matches the current address. The router keeps the previous page for a moment
 * after the address changes, and the previous reply until the next one arrives.
 */
export async function answered(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const router = (self as unknown as { __TSR_ROUTER__?: ShownRouter }).__TSR_ROUTER__
    return (
      router?.state.resolvedLocation?.href === location.pathname + location.search + location.hash &&
      document.querySelector('main [aria-busy=true]') === null
    )
  })
}

/** The part of TanStack Router's global state that is read here. */
interface ShownRouter {
  readonly state: { readonly resolvedLocation?: { readonly href: string } }
}
