import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

/** The programs of Firefox and WebKitGTK, as the tests in e2e/engines read them from the environment. */
const places: Readonly<Record<string, readonly string[]>> = {
  BALCAO_FIREFOX: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  BALCAO_WEBKIT_DRIVER: ['/usr/bin/WebKitWebDriver'],
  BALCAO_WEBKIT_BROWSER: ['/usr/lib/*/webkit2gtk-4.1/MiniBrowser', '/usr/libexec/webkit2gtk-4.1/MiniBrowser'],
  BALCAO_SCREEN: ['/usr/bin/Xvfb'],
}
/** Debian's packages that hold them. */
export const enginePackages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

/** Installs Debian's packages when this process is root and a program is missing. Null: one is still missing. */
export function findEngines(): Record<string, string> | null {
  const found = programs()
  if (found || process.getuid?.() !== 0) return found
  aptGet('update')
  aptGet('install', '--yes', '--no-install-recommends', ...enginePackages)
  return programs()
}

function programs(): Record<string, string> | null {
  const all = Object.entries(places).map(
    ([name, patterns]) => [name, patterns.flatMap((pattern) => globSync(pattern)).find(existsSync)] as const,
  )
  return all.every((program): program is readonly [string, string] => program[1] !== undefined)
    ? Object.fromEntries(all)
    : null
}

function aptGet(...args: readonly string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
