import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { freePort } from '../server/db/private-postgres.ts'

export interface Panel {
  readonly url: string
  readonly browser: Browser
  /** Connects to the private database as its owner. */
  databaseUrl(): string
  /** The page of a customer's phone; null: no WhatsApp is simulated. */
  readonly phoneUrl: string | null
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
export const password = 'Balcao#2026'

/**
 * Runs the whole product as `npm start` does, on a free port, with a browser. Uses its own data unless a
 * folder is given.
 */
export async function startPanel(
  givenDataDir?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Panel> {
  const dataDir = givenDataDir ?? mkdtempSync(join(tmpdir(), 'balcao-e2e-'))
  if (!givenDataDir) copySeededData(dataDir)
  const server = await startServer(dataDir, environment)
  const executablePath = process.env.BALCAO_CHROMIUM ?? '/usr/bin/chromium'
  const args = (
    process.env.BALCAO_CHROMIUM_ARGS ??
    '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
  ).split(' ')
  const libraries = process.env.BALCAO_CHROMIUM_LIBRARIES
  const browser = await chromium.launch({
    executablePath,
    args,
    ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
  })
  return {
    url: server.url,
    browser,
    databaseUrl: server.databaseUrl,
    phoneUrl: server.phoneUrl,
    stop: async () => {
      await browser.close()
      await server.stop()
      if (!givenDataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Copies the seeded data and preserves file owners: when running as root, the database belongs to
 * another user.
 */
export function copySeededData(folder: string): void {
  const seeded = process.env.BALCAO_SEEDED_DATA
  if (!seeded) return
  const { status, stderr } = spawnSync('cp', ['-a', `${seeded}/.`, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the seeded data could not be copied: ${stderr}`)
}

/** Runs `npm start` on a data folder and a free port, and resolves when it is ready. */
export async function startServer(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Omit<Panel, 'browser'>> {
  // When running as root, the database runs as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const { port, start, said } = await startOnFreePort(dataDir, environment)
  return {
    url: `http://127.0.0.1:${port}`,
    phoneUrl: /telefone de um cliente: (\S+)/.exec(said)?.[1] ?? null,
    databaseUrl: () => {
      const owner = readFileSync(join(dataDir, 'pg/password'), 'utf8').trim()
      const databasePort = readFileSync(join(dataDir, 'pg/data/postmaster.pid'), 'utf8').split('\n')[3]
      return `postgres://balcao:${owner}@127.0.0.1:${databasePort ?? ''}/postgres`
    },
    stop: async () => {
      const ended = new Promise((resolve) => start.once('exit', resolve))
      start.kill('SIGTERM')
      await ended
    },
  }
}

/** A port that was free a moment ago may be some program's outgoing connection by now. */
async function startOnFreePort(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly port: number; readonly start: ChildProcess; readonly said: string }> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const start = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: String(port),
        DATA_DIR: dataDir,
        // An order moves only when a test moves it.
        DEMO_STAFF: 'off',
        DEMO_WHATSAPP: 'off',
        CEP_URL: 'off',
        ...(process.env.BALCAO_COMPILED ? { NODE_COMPILE_CACHE: process.env.BALCAO_COMPILED } : {}),
        ...(process.env.CALL_LIMIT_FACTOR ? { CALL_LIMIT_FACTOR: process.env.CALL_LIMIT_FACTOR } : {}),
        ...environment,
      },
    })
    try {
      return { port, start, said: await ready(start) }
    } catch (error) {
      if (tries === 3 || !String(error).includes('já está em uso')) throw error
    }
  }
}

/** What it said until then. */
function ready(start: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (/Balcão pronto em .*\n/.test(said)) resolve(said)
    }
    start.stdout?.on('data', hear)
    start.stderr?.on('data', hear)
    start.once('exit', (code) => reject(new Error(`npm start ended with ${String(code)}:\n${said}`)))
  })
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
  /** Without the service worker, which answers for files before the test's routes. */
  readonly worker?: 'block'
}

export async function openPanel(
  { browser, url }: Pick<Panel, 'browser' | 'url'>,
  path = '/',
  look: Look = {},
): Promise<Page> {
  return pageAt(await browser.newContext({ ...deviceOf(look), baseURL: url }), path)
}

type SessionState = Awaited<ReturnType<BrowserContext['storageState']>>
const sessions = new WeakMap<Browser, Map<string, Promise<SessionState>>>()

/**
 * Opens the path with a session: the person signs in once per panel, and every later page is one more window of
 * that session. Not for a test that ends sessions, or asks what the first visit is like.
 */
export async function openSignedIn(
  panel: Pick<Panel, 'browser' | 'url'>,
  email: string,
  path: string,
  look: Look = {},
): Promise<Page> {
  const known = sessions.get(panel.browser) ?? new Map<string, Promise<SessionState>>()
  sessions.set(panel.browser, known)
  const session = known.get(email) ?? newSession(panel, email)
  known.set(email, session)
  // A sign-in that fails fails its own test; the next one tries again.
  session.catch(() => known.delete(email))
  const device = { ...deviceOf(look), baseURL: panel.url, storageState: await session }
  return pageAt(await panel.browser.newContext(device), path)
}

async function newSession(panel: Pick<Panel, 'browser' | 'url'>, email: string): Promise<SessionState> {
  const page = await openPanel(panel)
  await signIn(page, email)
  const state = await page.context().storageState()
  await page.context().close()
  return state
}

async function pageAt(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(path)
  return page
}

export const deviceOf = ({ width = 1440, height = 900, theme = 'light', worker }: Look) => ({
  ...(worker ? { serviceWorkers: worker } : {}),
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
    const { state } = (self as unknown as { __TSR_ROUTER__: ShownRouter }).__TSR_ROUTER__
    return (
      state.resolvedLocation?.href === location.pathname + location.search + location.hash &&
      document.querySelector('main [aria-busy=true]') === null
    )
  })
}

/** The part of TanStack Router's global state that is read here. */
interface ShownRouter {
  readonly state: { readonly resolvedLocation?: { readonly href: string } }
}
