import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { signIn } from '../../e2e/panel.ts'
import { startWholeServer } from '../../e2e/whole-panel.ts'
import { freePort } from '../../server/db/postgres/private-postgres.ts'

/**
 * `npm run lighthouse -- --data=FOLDER`: Lighthouse's mobile score of the first visit to four screens, the median of
 * `--runs=5`. It is fetched from npm into FOLDER/lighthouse, and is no dependency. The Chromium of the tests, or BALCAO_CHROMIUM.
 */
const option = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const folder = option('data')
if (!folder) throw new Error('name a folder: --data=FOLDER')
const runs = Number(option('runs') ?? 5)

/** Screen, its address, and the score that it should reach. */
const screens = [
  ['sign-in', '/', 95],
  ['daily', '/reports/daily', 95],
  ['board', '/menu/orders', 90],
  ['menu', '/cardapio', 90],
] as const

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}
type Lighthouse = (
  url: string,
  flags: {
    readonly port: number
    readonly disableStorageReset: boolean
    readonly onlyCategories: readonly string[]
  },
) => Promise<{ readonly lhr: Report } | undefined>

const lighthouse = await fetchLighthouse(join(folder, 'lighthouse'))
const data = mkdtempSync(join(tmpdir(), 'balcao-lighthouse-'))
const server = await startWholeServer(data)
const port = await freePort()
const libraries = process.env.BALCAO_CHROMIUM_LIBRARIES
const browser = await chromium.launchPersistentContext(join(data, 'browser'), {
  executablePath: process.env.BALCAO_CHROMIUM ?? '/usr/bin/chromium',
  // A worker would have the files of the visit before.
  serviceWorkers: 'block',
  args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  ...(libraries ? { env: { ...process.env, LD_LIBRARY_PATH: libraries } } : {}),
})
try {
  for (const [name, path, goal] of screens) {
    if (name === 'daily') {
      const page = await browser.newPage()
      await page.goto(server.url)
      await signIn(page, 'dona@balcao.example')
      await page.waitForURL('**/reports/daily')
      await page.close()
    }
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await visit(`${server.url}${path}`))
    const medianOf = (value: (report: Report) => number) =>
      reports.map(value).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
    const seconds = (audit: string) =>
      Math.round(medianOf(({ audits }) => audits[audit]?.numericValue ?? 0) / 100) / 10
    const score = Math.round(medianOf(({ categories }) => categories.performance?.score ?? 0) * 100)
    console.log(
      `${name}: ${score} (goal ${goal}), largest paint ${seconds('largest-contentful-paint')} s, blocked ` +
        `${Math.round(medianOf(({ audits }) => audits['total-blocking-time']?.numericValue ?? 0))} ms, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    )
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

async function visit(url: string): Promise<Report> {
  // Lighthouse would end the session with the cache.
  const page = await browser.newPage()
  const chrome = await browser.newCDPSession(page)
  await chrome.send('Network.clearBrowserCache')
  await page.close()
  const result = await lighthouse(url, { port, disableStorageReset: true, onlyCategories: ['performance'] })
  if (!result) throw new Error(`${url} has no report`)
  return result.lhr
}

async function fetchLighthouse(into: string): Promise<Lighthouse> {
  mkdirSync(into, { recursive: true })
  writeFileSync(join(into, 'package.json'), '{"private":true}\n')
  if (!existsSync(join(into, 'node_modules')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', into, 'lighthouse@13.5.0'], {
      stdio: 'inherit',
    })
  const path = createRequire(join(into, 'package.json')).resolve('lighthouse')
  const module = (await import(pathToFileURL(path).href)) as { readonly default: Lighthouse }
  return module.default
}
