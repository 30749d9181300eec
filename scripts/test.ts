import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { everyPlace, findBrowser, installedPlaces, packagedOnly, type Browser } from './find-browser.ts'
import { enginePackages, findEngines } from './find-engines.ts'
import { findPostgres } from './find-postgres.ts'

/** Every check of the project, in order; the last line counts the tests (docs/product.md section 3). */
const root = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('{contract,server,web,agent,simulator,scripts,bench,demo}/**/*.{ts,tsx,mjs}', {
  cwd: root,
}).length
const tool = (path: string, ...args: string[]) =>
  [process.execPath, join(root, 'node_modules', path), ...args] as const

interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Says what is wrong with the output of a command that succeeded. */
  readonly distrust?: (output: string) => string | null
  /** The vitest project whose tests it runs. */
  readonly project?: Project
  /** Left out of a plain `npm test`: run by this flag, by `--only` or where CI=true. */
  readonly flag?: string
}

type Project = 'unit' | 'web' | 'database' | 'firebase' | 'browser' | 'engines'

const reporters = (project: Project) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${resultFile(project)}`,
]

const vitest = (project: Project): Step => ({
  name: project,
  project,
  // Also the part of a project that is set apart, `database-apart`.
  command: tool('vitest/vitest.mjs', 'run', `--project=${project}*`, ...reporters(project)),
})

const steps: readonly Step[] = [
  { name: 'format', command: tool('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'lint', command: tool('oxlint/bin/oxlint', '--type-aware') },
  { name: 'types', command: tool('typescript/bin/tsc', '-p', '.', '--noEmit', '--checkers', '1') },
  {
    name: 'boundaries',
    command: tool(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      'contract',
      'server',
      'web',
      'agent',
      'simulator',
      'scripts',
      'bench',
      'demo',
      '--config',
      '.dependency-cruiser.cjs',
    ),
    // A compiler that it cannot use makes it read nothing and call that clean.
    distrust: (output) => {
      const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
      return modules < sources ? `it read ${modules} modules of ${sources} source files` : null
    },
  },
  { name: 'calls', command: [process.execPath, join(root, 'scripts/generate-calls.ts'), '--verify'] },
  { name: 'english', command: [process.execPath, join(root, 'scripts/check-english.ts')] },
  { name: 'dead-code', command: tool('knip/bin/knip.js', '--no-config-hints') },
  { name: 'docs', command: [process.execPath, join(root, 'scripts/check-doc-paths.ts')] },
  { name: 'tables', command: [process.execPath, join(root, 'scripts/generate-tables.ts'), '--verify'] },
  vitest('unit'),
  vitest('web'),
  vitest('database'),
  {
    name: 'firebase',
    project: 'firebase',
    flag: '--firebase',
    command: [process.execPath, join(root, 'scripts/test-firebase.ts'), ...reporters('firebase')],
  },
  { name: 'build', command: [process.execPath, join(root, 'scripts/build.ts')] },
  vitest('browser'),
]

const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
/** `--browsers`: only the tests of Firefox and WebKit, which are no part of a plain `npm test`. */
const otherEngines: Step = { ...vitest('engines'), flag: '--browsers' }
/** `--postgres=15`: only the database tests, on Debian's PostgreSQL of that version. */
const postgresVersion = process.argv
  .find((argument) => argument.startsWith('--postgres='))
  ?.slice('--postgres='.length)
/** `--packaged-browser`: the browser tests alone, with the Chromium that npm brings, whatever is installed. */
const usesPackagedBrowser = process.argv.includes('--packaged-browser')
/** `--every-look`: the browser tests in each width and theme, instead of two of the four. */
const everyLook = process.argv.includes('--every-look')
const showsNotifications = 'mostra notificações'
const chosen = [...steps, otherEngines].filter((step) => {
  if (process.argv.includes('--browsers')) return step.name === 'build' || step === otherEngines
  if (only) return only.includes(step.name)
  if (usesPackagedBrowser) return step.name === 'build' || step.project === 'browser'
  return postgresVersion ? step.project === 'database' : step !== otherEngines && isWanted(step)
})
let passed = 0
let failed = 0
const summary: string[] = []
/**
 * Said again below the summary: what keeps only the end of this output still says what failed, also
 * what failed once and then passed, which is a fault until its cause is known.
 */
const failures: string[] = []
/** Named with their reasons, so that nobody takes fewer tests for all of them. */
const skipped: string[] = []

for (const step of chosen) {
  const started = performance.now()
  console.log(`\n── ${step.name}`)
  const environment = await environmentOf(step)
  const { ok, output } = environment ? await run(step.command, environment) : { ok: false, output: '' }
  const doubt = ok ? (step.distrust?.(output) ?? null) : null
  if (doubt) console.error(`${step.name}: ${doubt}`)
  const good = ok && !doubt
  const tests = step.project ? countTests(resultFile(step.project)) : null
  failures.push(...(tests?.failures ?? []))
  skipped.push(...(tests?.skipped ?? []))
  passed += tests?.passed ?? (good ? 1 : 0)
  failed += tests ? tests.failed + (good || tests.failed > 0 ? 0 : 1) : good ? 0 : 1
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  summary.push(
    `${good ? 'ok  ' : 'FAIL'} ${step.name.padEnd(12)} ${seconds} s${tests ? `  ${tests.passed} tests` : ''}`,
  )
}

console.log(
  `\n${[...summary, '', ...skipped, ...failures].join('\n')}\n\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
)
process.exit(failed > 0 ? 1 : 0)

function isWanted({ flag }: Step): boolean {
  return !flag || process.argv.includes(flag) || process.env.CI === 'true'
}

async function environmentOf({ project }: Step): Promise<Record<string, string> | null> {
  if (project === 'browser') return await browserEnvironment()
  if (project === 'engines') return enginesEnvironment()
  return project === 'database' && postgresVersion ? postgresEnvironment(postgresVersion) : {}
}

function postgresEnvironment(version: string): Record<string, string> | null {
  const folder = findPostgres(version)
  if (folder) return { BALCAO_TEST_POSTGRES: folder }
  console.error(`Install Debian's postgresql-${version} first: it is not in /usr/lib/postgresql.`)
  return null
}

function enginesEnvironment(): Record<string, string> | null {
  const found = findEngines()
  if (!found)
    console.error(
      `Faltam Firefox ou WebKit para este teste. No Debian: apt-get install ${enginePackages.join(' ')}`,
    )
  return found
}

async function browserEnvironment(): Promise<Record<string, string> | null> {
  const { browser, tried } = await findBrowser(usesPackagedBrowser ? packagedOnly : everyPlace)
  const notifying = usesPackagedBrowser ? null : await notifyingBrowser(browser)
  if (!browser) {
    console.error(
      [
        'Nenhum Chromium abriu, e os testes de navegador precisam de um. Foi tentado:',
        ...tried.map((line) => `  ${line}`),
        'Instale o Chromium, ou diga onde ele está: CHROMIUM_PATH=/caminho/do/chromium npm test',
      ].join('\n'),
    )
    return null
  }
  console.log(`Chromium ${browser.from}: ${browser.path}`)
  if (notifying) console.log(`Para as notificações, Chromium ${notifying.from}: ${notifying.path}`)
  else console.log(`Nenhum ${showsNotifications}: os testes que precisam disso são pulados.`)
  return {
    BALCAO_CHROMIUM: browser.path,
    EVERY_LOOK: everyLook ? '1' : '',
    BALCAO_CHROMIUM_ARGS: browser.args.join(' '),
    BALCAO_CHROMIUM_LIBRARIES: browser.libraries ?? '',
    BALCAO_NOTIFYING_CHROMIUM: notifying?.path ?? '',
    BALCAO_CHROMIUM_SKIPS: notifying ? '' : `nenhum Chromium daqui ${showsNotifications}`,
  }
}

/** A headless shell shows none; a whole Chromium beside it does. */
async function notifyingBrowser(browser: Browser | null): Promise<Browser | null> {
  if (!browser || browser.notifies) return browser
  return (await findBrowser(installedPlaces, { mustNotify: true })).browser
}

function run(
  [program, ...args]: readonly [string, ...string[]],
  environment: Record<string, string>,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      process.stdout.write(chunk)
    })
    child.on('exit', (code) => resolve({ ok: code === 0, output }))
  })
}

function resultFile(project: string): string {
  const file = join(root, '.cache', `tests-${project}.json`)
  mkdirSync(dirname(file), { recursive: true })
  return file
}

interface Tally {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
  readonly skipped: readonly string[]
}

function countTests(file: string): Tally {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as VitestResult
    rmSync(file)
    return {
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      failures: result.testResults.flatMap(failuresOf),
      skipped: result.testResults.flatMap(skippedOf),
    }
  } catch {
    return { passed: 0, failed: 1, failures: [], skipped: [] }
  }
}

/** The part of vitest's JSON report that is read here. */
interface VitestResult {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
      readonly meta?: { readonly skipped?: string }
    }[]
  }[]
}

function skippedOf({ name, assertionResults }: VitestResult['testResults'][number]): string[] {
  return assertionResults
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(
      ({ fullName, meta }) =>
        `SKIPPED ${relative(root, name)} › ${fullName}\n     ${meta?.skipped ?? 'não é para este sistema'}`,
    )
}

function failuresOf({
  name,
  status,
  message,
  assertionResults,
}: VitestResult['testResults'][number]): string[] {
  const told = assertionResults
    .filter((test) => test.failureMessages.length > 0)
    .map(
      (test) =>
        `${test.status === 'failed' ? 'FAIL' : '2ND TRY'} ${relative(root, name)} › ${test.fullName}\n${shortened(test.failureMessages.join('\n'))}`,
    )
  if (told.length > 0 || status !== 'failed') return told
  return [`FAIL ${relative(root, name)}\n${shortened(message)}`]
}

function shortened(message: string): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
  return lines
    .slice(0, 12)
    .map((line) => `     ${line.slice(0, 200)}`)
    .join('\n')
}
