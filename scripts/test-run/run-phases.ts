import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { runningChild } from '../child-process.ts'
import { environmentOf } from './environments.ts'
import { root, type Lane, type Phase, type Step } from './steps.ts'
import { tallyOf, type Tally } from './tally.ts'

export interface Outcome {
  readonly name: string
  readonly good: boolean
  readonly seconds: number
  /** Null: it is no step of tests. */
  readonly tests: Tally | null
}

/** Runs all steps, also after one that failed. Once `stop` is aborted, what runs is stopped and nothing more is started. */
export async function runPhases(phases: readonly Phase[], stop: AbortSignal): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const phase of phases) {
    const lanes = phase.filter((lane) => lane.length > 0)
    // Of a lane that runs alone each line is shown at once; of those beside each other a step is shown whole.
    const shown = lanes.length > 1 ? whenItEnds : atOnce
    const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers<void>()]))
    const runLane = async (lane: Lane): Promise<readonly Outcome[]> => {
      const its: Outcome[] = []
      for (const step of lane) {
        for (const name of step.after ?? []) await ends.get(name)?.promise
        if (!stop.aborted) its.push(await runStep(step, shown(), stop))
        ends.get(step.name)?.resolve()
      }
      return its
    }
    outcomes.push(...(await Promise.all(lanes.map(runLane))).flat())
  }
  return outcomes
}

export interface Output {
  write(text: string): void
  end(): void
}

const atOnce = (): Output => ({ write: (text) => process.stdout.write(text), end: () => {} })

function whenItEnds(): Output {
  let kept = ''
  return { write: (text) => (kept += text), end: () => process.stdout.write(kept) }
}

export async function runStep(step: Step, output: Output, stop: AbortSignal): Promise<Outcome> {
  const started = performance.now()
  output.write(`\n── ${step.name}\n`)
  // One of an earlier run would be taken for this one's.
  if (step.report) rmSync(step.report, { force: true })
  const environment = await environmentOf(step, (line) => output.write(`${line}\n`))
  const good = environment !== null && (await succeeds(step, environment, output, stop))
  output.end()
  return {
    name: step.name,
    good,
    seconds: (performance.now() - started) / 1_000,
    tests: step.report ? tallyOf(step.report) : null,
  }
}

async function succeeds(
  { name, command: [program, ...args], distrust }: Step,
  environment: Readonly<Record<string, string>>,
  output: Output,
  stop: AbortSignal,
): Promise<boolean> {
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  })
  let said = ''
  const take = (text: string) => {
    said += text
    output.write(text)
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take)
  const running = runningChild(child)
  const cancel = () => void running.stop()
  stop.addEventListener('abort', cancel)
  if (stop.aborted) cancel()
  const why = await running.ended
  stop.removeEventListener('abort', cancel)
  await restOf(child)
  const doubt = why === 'código 0' ? (distrust?.(said) ?? null) : null
  if (doubt) output.write(`${name}: ${doubt}\n`)
  return why === 'código 0' && !doubt
}

const maxRestMs = 2_000

/** What it wrote last arrives after its end. A process that it left behind may keep the pipes open for ever. */
async function restOf(child: ChildProcess): Promise<void> {
  if (child.stdout?.closed && child.stderr?.closed) return
  await once(child, 'close', { signal: AbortSignal.timeout(maxRestMs) }).catch(() => {})
}
