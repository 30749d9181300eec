import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { startBusyLoops } from './test-run/busy-loops.ts'
import { everRed } from './test-run/ever-red.ts'
import { flag, valueOf } from './test-run/options.ts'
import { runPhases, runStep } from './test-run/run-phases.ts'
import { build, reportFile, root, vitest, type Project } from './test-run/steps.ts'
import { readReport, type FileReport } from './test-run/tally.ts'

/**
 * `scripts/soak.sh`: runs the tests again and again beside four busy loops, and names each file that is red. The five
 * slowest files and all that were ever red run 20 times, the rest 5 times. `scripts/soak.sh e2e/menu server/app` runs only
 * these, 20 times; `--only=unit,web` only these projects. What has run is kept, so a soak that was stopped continues;
 * another commit or `--fresh` starts over.
 */
const loops = 4
const manyRounds = 20
const fewRounds = 5
const slowestFiles = 5
const projects: readonly Project[] = ['unit', 'web', 'database', 'firebase', 'browser']

interface Batch {
  readonly project: Project
  readonly name: string
  readonly files: readonly string[]
  readonly rounds: number
}

interface FileRun {
  readonly file: string
  readonly seconds: number
  readonly red: boolean
}

interface State {
  readonly commit: string
  /** By batch and round: `database often 3`. */
  readonly rounds: Record<string, readonly FileRun[]>
}

const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const only = valueOf('only')?.split(',')
const folder = join(root, '.cache', 'soak')
mkdirSync(folder, { recursive: true })
const stateFile = join(folder, `${named.join('+').replaceAll('/', '-') || 'all'}.json`)
const state = keptState()
const batches = plan()

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
process.on('disconnect', () => stop.abort())

if (batches.some(({ project }) => project === 'browser')) await runPhases([[[build]]], stop.signal)
const stopLoops = startBusyLoops(loops)
try {
  for (let round = 1; round <= manyRounds; round += 1)
    for (const batch of batches) if (round <= batch.rounds && !stop.signal.aborted) await run(batch, round)
} finally {
  stopLoops()
}
printTable()
process.exit(
  stop.signal.aborted ||
    Object.values(state.rounds)
      .flat()
      .some(({ red }) => red)
    ? 1
    : 0,
)

function keptState(): State {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout.trim()
  const kept = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : null
  if (kept?.commit === commit && !flag('fresh')) return kept
  return { commit, rounds: {} }
}

/** From the last whole run of each project, which tells its files and how long they take. */
function plan(): readonly Batch[] {
  const chosen = projects.filter((project) => !only || only.includes(project))
  const known = chosen.flatMap((project) =>
    (readReport(reportFile(project))?.testResults ?? []).map((result) => ({ project, ...fileRun(result) })),
  )
  if (known.length === 0) throw new Error('Run `npm test` first: it tells which files there are.')
  const missing = chosen.filter((project) => !known.some((one) => one.project === project))
  if (missing.length > 0) console.log(`left out, for the last run had none of them: ${missing.join(', ')}`)
  const slowest = known.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestFiles)
  const oftenFiles = new Set([...slowest.map(({ file }) => file), ...everRed])
  const isOften = (file: string) =>
    named.length > 0 ? named.some((name) => file.startsWith(name)) : oftenFiles.has(file)
  return chosen
    .flatMap((project): readonly Batch[] => {
      const files = known.filter((one) => one.project === project).map(({ file }) => file)
      const rest = named.length > 0 ? [] : files.filter((file) => !isOften(file))
      return [
        { project, name: 'often', files: files.filter(isOften), rounds: manyRounds },
        { project, name: 'rest', files: rest, rounds: fewRounds },
      ]
    })
    .filter(({ files }) => files.length > 0)
}

function fileRun({ name, startTime, endTime, status }: FileReport): FileRun {
  return { file: relative(root, name), seconds: (endTime - startTime) / 1_000, red: status === 'failed' }
}

async function run({ project, name, files }: Batch, round: number): Promise<void> {
  const key = `${project} ${name} ${round}`
  if (state.rounds[key]) return
  const report = join(folder, `${key.replaceAll(' ', '-')}.json`)
  const log = report.replace(/json$/, 'log')
  let said = ''
  const output = { write: (text: string) => void (said += text), end: () => {} }
  const { good, seconds } = await runStep(vitest(project, files, report), output, stop.signal)
  if (stop.signal.aborted) return
  const runs = (readReport(report)?.testResults ?? []).map(fileRun)
  const red = runs.filter((one) => one.red)
  // Vitest itself failed: an error outside of the tests, or it ended early.
  if (!good && red.length === 0) red.push({ file: `${project} (outside of a test)`, seconds, red: true })
  state.rounds[key] = [...runs.filter((one) => !one.red), ...red]
  writeFileSync(stateFile, JSON.stringify(state))
  rmSync(report, { force: true })
  console.log(
    `${red.length > 0 ? 'RED ' : 'ok  '} ${key.padEnd(20)} ${seconds.toFixed(0)} s, ${files.length} files`,
  )
  if (red.length === 0) return
  writeFileSync(log, said)
  for (const { file } of red) console.log(`     ${file}: ${relative(root, log)}`)
}

function printTable(): void {
  const byFile = [...Map.groupBy(Object.values(state.rounds).flat(), ({ file }) => file)].map(
    ([file, runs]) => ({
      file,
      runs: runs.length,
      red: runs.filter((one) => one.red).length,
      longest: Math.max(...runs.map(({ seconds }) => seconds)),
    }),
  )
  const told = byFile.filter(({ red, runs }) => red > 0 || runs > fewRounds)
  console.log('\nruns   red  longest  file')
  for (const { file, runs, red, longest } of told.toSorted((a, b) => b.red - a.red || b.longest - a.longest))
    console.log(
      `${String(runs).padStart(4)}  ${String(red).padStart(4)}  ${`${longest.toFixed(1)} s`.padStart(7)}  ${file}`,
    )
  const others = byFile.length - told.length
  if (others > 0) console.log(`${others} other files, up to ${fewRounds} runs each: none red`)
  if (stop.signal.aborted) console.log('stopped; the same command continues')
}
