import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

/**
 * Runs the files with properties over and over, each time with a new seed, until `--minutes` are up; names choose among
 * the files. What it finds becomes a fixed example of its property: each failure is printed as one line to paste.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const report = join(root, '.cache', 'explore.json')
const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '10' } },
})
const until = performance.now() + Number(values.minutes) * 60_000
const files = globSync('{contract,server,simulator,scripts,demo,agent,web}/**/*.test.{ts,tsx}', { cwd: root })
  .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
  .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
mkdirSync(join(root, '.cache'), { recursive: true })

const found = new Set<string>()
let rounds = 0
do {
  const seed = randomInt(2 ** 31)
  rounds += 1
  console.log(`Round ${String(rounds)}: seed ${String(seed)}, ${String(files.length)} files`)
  for (const line of failuresOf(seed)) {
    const [failure = line] = line.split(' // ')
    if (!found.has(failure)) console.log(line)
    found.add(failure)
  }
} while (performance.now() < until)
console.log(`${String(rounds)} rounds, ${String(found.size)} failures`)
process.exit(found.size > 0 ? 1 : 0)

function failuresOf(seed: number): readonly string[] {
  rmSync(report, { force: true })
  const projects = ['unit', 'web', 'database*'].map((project) => `--project=${project}`)
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...projects,
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    { cwd: root, stdio: 'ignore', env: { ...process.env, BALCAO_TEST_SEED: String(seed) } },
  )
  const lines = readReport().flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (failed.length === 0 && message) return [`${file}: ${message.split('\n')[0] ?? ''}`]
    return failed.map((one) => `${file} › ${one.fullName}: ${exampleIn(one.failureMessages.join('\n'))}`)
  })
  return status === 0 || lines.length > 0
    ? lines
    : [`seed ${String(seed)}: vitest ended with ${String(status)}`]
}

interface FileResult {
  readonly name: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[]
  }[]
}

function readReport(): readonly FileResult[] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as { testResults: readonly FileResult[] }).testResults
  } catch {
    return []
  }
}

/** The shrunk values as an example; with the seed and path, which also find values that have no text. */
function exampleIn(message: string): string {
  const text = stripVTControlCharacters(message)
  const example = /^Counterexample: (.*)$/m.exec(text)?.[1]
  const place = /\{ seed: (-?\d+), path: "([\d:]*)"/.exec(text)
  if (!example || !place) return `no property: ${text.split('\n')[0] ?? ''}`
  return `examples: [${example}], // seed: ${place[1] ?? ''}, path: '${place[2] ?? ''}'`
}
