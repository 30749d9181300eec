import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { packagedChromium } from './packaged-chromium.ts'

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Browser {
  readonly path: string
  readonly args: readonly string[]
  /** Folder of shared libraries that it needs and the system does not have. */
  readonly libraries: string | null
  /** Where it was found, in pt-BR: `do sistema`. */
  readonly from: string
  /** Whether a page may show notifications, which a headless shell never allows. */
  readonly notifies: boolean
}

/** A place where a Chromium may be. */
export interface Place {
  /** In pt-BR, as in `Chromium do sistema`. */
  readonly from: string
  /** Why there is none, in pt-BR, is what it throws. */
  readonly find: () => Promise<Found>
}

interface Found {
  readonly path: string
  readonly libraries?: string
}

export interface Search {
  readonly browser: Browser | null
  /** A line for each place that was tried in vain, in pt-BR. */
  readonly tried: readonly string[]
}

/** Debian's package may take minutes to install; the others answer at once or never. */
const findLimitMs = 700_000
const launchLimitMs = 20_000

/** Starts the Chromium of each place as the tests do, and takes the first that shows a page and fits. */
export async function findBrowser(
  places: readonly Place[],
  { limitMs = launchLimitMs, mustNotify = false } = {},
): Promise<Search> {
  const tried: string[] = []
  for (const { from, find } of places) {
    try {
      const { path, libraries = null } = await within(findLimitMs, find())
      const notifies = await within(2 * limitMs, showsPage(path, libraries, limitMs))
      if (mustNotify && !notifies) throw new Error('não mostra notificações')
      return { browser: { path, args: launchArguments, libraries, from, notifies }, tried }
    } catch (error) {
      tried.push(`Chromium ${from}: ${reasonOf(error)}`)
    }
  }
  return { browser: null, tried }
}

const ofNpm: Place = { from: 'do pacote npm', find: packagedChromium }

/** CHROMIUM_PATH, an installed one, Playwright's, Debian's package when running as root. */
export const installedPlaces: readonly Place[] = [
  { from: 'de CHROMIUM_PATH', find: async () => existing(process.env.CHROMIUM_PATH, 'não está definida') },
  ...['chromium', 'chromium-browser', 'google-chrome'].map((name) => ({
    from: `do sistema (${name})`,
    find: async () => onPath(name),
  })),
  {
    from: 'do Playwright',
    find: async () => existing(chromium.executablePath(), 'nunca foi baixado'),
  },
  { from: 'do pacote do Debian', find: async () => fromDebian() },
]

/**
 * `npm test -- --packaged-browser`: the Chromium of npm, the same on every machine. It is a headless shell, which draws
 * the same pages for half the processor time of a whole Chromium, and shows no notifications.
 */
export const packagedOnly: readonly Place[] = [ofNpm]

/** The one that is asked for, else npm's. */
export const everyPlace: readonly Place[] = [
  ...(process.env.CHROMIUM_PATH ? installedPlaces.slice(0, 1) : []),
  ofNpm,
  ...installedPlaces,
]

function existing(path: string | undefined, otherwise: string): Found {
  if (!path) throw new Error(otherwise)
  if (!existsSync(path)) throw new Error(`não existe ${path}`)
  return { path }
}

function onPath(name: string): Found {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  if (found.status !== 0) throw new Error('não está instalado')
  return { path: found.stdout.trim() }
}

function fromDebian(): Found {
  if (process.getuid?.() !== 0) throw new Error('só o root pode instalar')
  onPath('apt-get')
  console.log('Instalando o Chromium do Debian…')
  const command = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'
  const done = spawnSync('sh', ['-c', command], { stdio: 'ignore', timeout: 600_000 })
  if (done.status !== 0) throw new Error('não pôde ser instalado')
  return onPath('chromium')
}

/** Resolves with whether it may show notifications; rejects unless it shows a page. */
async function showsPage(path: string, libraries: string | null, limitMs: number): Promise<boolean> {
  const browser = await chromium.launch({
    executablePath: path,
    args: [...launchArguments],
    timeout: limitMs,
    ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
  })
  try {
    // Pages may notify only at a secure address; nothing is asked of the network.
    const origin = 'https://probe.example'
    const context = await browser.newContext()
    context.setDefaultTimeout(limitMs)
    await context.grantPermissions(['notifications'], { origin })
    const page = await context.newPage()
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>ok</p>' }))
    await page.goto(origin)
    if ((await page.textContent('p')) !== 'ok') throw new Error('abriu, mas não mostrou a página')
    return await page.evaluate(() => Notification.permission === 'granted')
  } finally {
    await within(limitMs, browser.close()).catch(() => {})
  }
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const timer = Promise.withResolvers<T>()
  const limit = setTimeout(
    () => timer.reject(new Error(`não respondeu em ${Math.round(limitMs / 1_000)} s`)),
    limitMs,
  )
  return Promise.race([work, timer.promise]).finally(() => clearTimeout(limit))
}

/** The sentence that says most: Playwright repeats its whole command line before it. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const lines = message.split('\n').map((line) => line.trim())
  const said = lines.find((line) => /error while loading|cannot execute|not found|EACCES|ENOENT/i.test(line))
  if (/Timeout \d+ms exceeded/.test(message)) return 'não respondeu a tempo'
  return (said ?? lines[0] ?? '')
    .replace(/^- /, '')
    .replace(/^\[pid=\d+\]\[\w+\] /, '')
    .slice(0, 200)
}
