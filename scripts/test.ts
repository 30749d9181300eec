import { changedPhases } from './test-run/changed.ts'
import { flag, valueOf } from './test-run/options.ts'
import { runPhases, type Outcome } from './test-run/run-phases.ts'
import { cluster, engines, phases, type Phase, type Step } from './test-run/steps.ts'

/** Runs the steps of test-run/steps.ts; the last line counts the tests (docs/product/running.md). */
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
// scripts/test.mjs was killed.
process.on('disconnect', () => stop.abort())

const changed = flag('changed') || valueOf('changed') !== undefined ? changedPhases(valueOf('changed')) : null
const outcomes = await runPhases(chosenPhases(), stop.signal)
for (const line of report(outcomes)) console.log(line)
process.exit(stop.signal.aborted || outcomes.some(failedOf) ? 1 : 0)

function chosenPhases(): readonly Phase[] {
  const names = chosenNames()
  const wanted = (step: Step) => (names ? names.includes(step.name) : isWanted(step))
  const all = changed?.phases ?? [...phases, ...(names ? [[[engines]], [[cluster]]] : [])]
  return all.map((phase) => phase.map((lane) => lane.filter(wanted)))
}

/** Null: all that a plain `npm test` runs. */
function chosenNames(): readonly string[] | null {
  if (flag('browsers')) return ['build', 'engines']
  if (flag('cluster')) return ['build', 'cluster']
  const only = valueOf('only')
  if (only) return only.split(',')
  // With the Chromium that npm brings, whatever is installed.
  if (flag('packaged-browser')) return ['build', 'browser']
  // `--postgres=15`: on Debian's PostgreSQL of that version.
  return valueOf('postgres') ? ['database'] : null
}

function isWanted({ flag: own }: Step): boolean {
  return !own || process.argv.includes(own) || process.env.CI === 'true'
}

/** The last line but one says what was not run, the last one counts. */
function report(ended: readonly Outcome[]): readonly string[] {
  const skipped = ended.flatMap(({ tests }) => tests?.skipped ?? [])
  const passed = sum(ended.map(({ tests, good }) => tests?.passed ?? (good ? 1 : 0)))
  const failed = sum(ended.map(failedOf))
  return [
    '',
    ...ended.map(lineOf),
    '',
    // Named with their reasons, so that nobody takes fewer tests for all of them.
    ...skipped,
    // What keeps only the end of this output still says what failed.
    ...ended.flatMap(({ tests }) => tests?.failures ?? []),
    ...(stop.signal.aborted ? ['STOPPED before the end'] : []),
    '',
    ...(changed ? [changed.leftOut(ended.map(({ name }) => name))] : []),
    `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ]
}

function lineOf({ name, good, seconds, tests }: Outcome): string {
  return `${good ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds.toFixed(1)} s${tests ? `  ${tests.passed} tests` : ''}`
}

function failedOf({ good, tests }: Outcome): number {
  // Its tests passed and vitest failed: an error outside of them.
  const itself = good || (tests && tests.failed > 0) ? 0 : 1
  return (tests?.failed ?? 0) + itself
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
