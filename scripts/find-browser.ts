import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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
  readonly from: string
}

/**
 * Finds a Chromium that starts: CHROMIUM_PATH, an installed one, Playwright's, Debian's package when
 * running as root, or the one in @sparticuz/chromium (docs/product.md section 3). Each candidate is
 * started before it is used.
 */
export async function findBrowser(): Promise<Browser | null> {
  for (const candidate of candidates()) {
    const path = await candidate.find()
    if (path && starts(path)) return { path, args: launchArguments, from: candidate.from }
  }
  return null
}

function* candidates(): Generator<{ from: string; find: () => Promise<string | null> }> {
  yield { from: 'CHROMIUM_PATH', find: () => Promise.resolve(process.env.CHROMIUM_PATH ?? null) }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    yield { from: 'the system', find: () => Promise.resolve(onPath(name)) }
  }
  yield {
    from: "Playwright's cache",
    find: async () => {
      const { chromium } = await import('playwright-core')
      const path = chromium.executablePath()
      return existsSync(path) ? path : null
    },
  }
  yield { from: 'the Debian package', find: () => Promise.resolve(fromDebian()) }
  yield {
    from: '@sparticuz/chromium',
    find: async () => {
      const { default: packaged } = await import('@sparticuz/chromium')
      return packaged.executablePath()
    },
  }
}

function onPath(name: string): string | null {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

function fromDebian(): string | null {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return null
  console.log('Installing Chromium from Debian…')
  const command = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium'
  const done = spawnSync('sh', ['-c', command], { stdio: 'ignore', timeout: 600_000 })
  return done.status === 0 ? onPath('chromium') : null
}

function starts(path: string): boolean {
  try {
    const page = execFileSync(
      path,
      ['--headless', ...launchArguments, '--dump-dom', 'data:text/html,<p>ok</p>'],
      {
        encoding: 'utf8',
        timeout: 60_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return page.includes('ok')
  } catch {
    return false
  }
}
