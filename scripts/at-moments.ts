import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, openSync, closeSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/**
 * Runs the tests at moments that matter to a day, by the clock that each test file is given, and with `--faketime` by
 * the machine's clock too, PostgreSQL's included (Debian's package `faketime`). `--steps=unit,database` and
 * `--moments=2,5` choose, and names of files; the logs are in `.cache/at-moments`.
 */
interface Moment {
  readonly name: string
  /** When each test file begins; absent: as in every run. */
  readonly at?: string
  /** What the machine's clock says, under faketime; absent: the same. */
  readonly machine?: string
  readonly timezone?: string
}

const moments: readonly Moment[] = [
  { name: 'an ordinary noon', at: '2026-11-25T12:00:00-03:00' },
  { name: 'the last minute of a day', at: '2026-11-25T23:59:30-03:00' },
  { name: 'the first minute of a Sunday', at: '2026-11-29T00:01:00-03:00' },
  { name: 'the last minute of a business day', at: '2026-11-26T03:59:30-03:00' },
  {
    name: 'the first minute of a business day, in Tokyo',
    at: '2026-11-26T04:01:00-03:00',
    timezone: 'Asia/Tokyo',
  },
  { name: 'the last minute of a month', at: '2026-11-30T23:59:30-03:00' },
  { name: 'the last minute of a year', at: '2026-12-31T23:59:30-03:00' },
  { name: 'a 29 February', at: '2028-02-29T20:00:00-03:00' },
  { name: 'a machine two years later', machine: '2028-11-18T09:00:00-03:00' },
]

const root = fileURLToPath(new URL('..', import.meta.url))
const logs = join(root, '.cache', 'at-moments')
const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    steps: { type: 'string', default: 'unit,web,database' },
    moments: { type: 'string', default: moments.map((_moment, index) => index + 1).join(',') },
    faketime: { type: 'boolean', default: false },
  },
})
const library = values.faketime ? globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] : undefined
if (values.faketime && !library) {
  console.error('Install faketime first: apt-get install faketime')
  process.exit(1)
}

mkdirSync(logs, { recursive: true })
let failed = 0
for (const number of values.moments.split(',').map(Number)) {
  const moment = moments[number - 1]
  if (!moment) throw new Error(`There is no moment ${String(number)}.`)
  if (!moment.at && !library) continue
  for (const step of values.steps.split(',')) {
    const log = join(logs, `${String(number)}-${step}${library ? '-faketime' : ''}.log`)
    const begun = performance.now()
    const good = run(step, environmentOf(moment), log)
    if (!good) failed += 1
    const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
    console.log(
      `${good ? 'ok  ' : 'FAIL'} ${moment.name}: ${step}, ${seconds} s${good ? '' : `\n${failures(log)}`}`,
    )
  }
}
process.exit(failed > 0 ? 1 : 0)

function environmentOf({ at, machine, timezone }: Moment): Record<string, string> {
  const clock = machine ?? at ?? ''
  const aheadSeconds = (Date.parse(clock) - Date.now()) / 1_000
  return {
    ...(at ? { BALCAO_TEST_MOMENT: at } : {}),
    ...(timezone ? { TZ: timezone } : {}),
    ...(library
      ? {
          LD_PRELOAD: library,
          FAKETIME: `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds.toFixed(0)}`,
          // Timers and waits go by the real clock.
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          NO_FAKE_STAT: '1',
        }
      : {}),
  }
}

function run(step: string, environment: Record<string, string>, log: string): boolean {
  const file = openSync(log, 'w')
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--passWithNoTests',
      `--project=${step}*`,
      ...files,
    ],
    { cwd: root, stdio: ['ignore', file, file], env: { ...process.env, ...environment } },
  )
  closeSync(file)
  return status === 0
}

function failures(log: string): string {
  const lines = readFileSync(log, 'utf8').split('\n')
  return [...new Set(lines.filter((line) => /\bFAIL\b/.test(line)))]
    .map((line) => `     ${line.trim()}`)
    .join('\n')
}
