import { setTimeout as wait } from 'node:timers/promises'
import { backOffMs } from '../contract/shared/back-off.ts'
import {
  acknowledgePrintJob,
  agentHeartbeat,
  pullPrintJobs,
  type AgentJob,
  type WatchedPrinter,
} from '../contract/printing/print-agent.ts'
import type { FoundPrinter } from '../contract/printing/printer-search.ts'
import type { Reply, Sent } from '../contract/shared/route.ts'
import { printCauses, type AgentPrinterKind, type PrintCause } from '../contract/printing/printing.ts'
import type { Entry, Journal } from './journal.ts'
import { PrinterProblem, type PrinterDriver } from './printers/printer.ts'
import { Refusal, type CallServer } from './server-client.ts'

export interface StoreDeps {
  readonly storeName: string
  readonly call: CallServer
  readonly journal: Journal
  readonly drivers: Readonly<Record<AgentPrinterKind, PrinterDriver>>
  readonly software: string
  /** This computer, for the settings. */
  readonly computer: () => Sent<typeof agentHeartbeat>['body']['computer']
  /** Looks for printers on the computer's networks. */
  readonly search: () => Promise<readonly FoundPrinter[]>
  readonly log: (line: string) => void
  readonly stopping: AbortSignal
  /** Null: nobody replaces this program but its owner. */
  readonly updates: Updates | null
  /** The panel has answered a heartbeat. */
  readonly onHeard: () => void
}

/** What the heartbeat says and hears about versions. */
export interface Updates {
  /** For the heartbeat's body. */
  report(): Sent<typeof agentHeartbeat>['body']['updates']
  /** After each answer. */
  heard(answer: Reply<typeof agentHeartbeat>): void
}

const pullSeconds = 20
/** Tests do not wait as long. */
const heartbeatMs = Number(process.env.BALCAO_AGENTE_HEARTBEAT_MS ?? 15_000)
const maxPauseMs = 15_000

/** Serves one store until it is stopped or the server no longer knows this agent. */
export async function runStore(deps: StoreDeps): Promise<void> {
  const lanes = new Map<string, Promise<void>>()
  const holding = new Set<string>()
  const lost = new AbortController()
  const ended = AbortSignal.any([deps.stopping, lost.signal])
  const work = [pullJobs(deps, lanes, holding, ended), sendHeartbeats(deps, ended)]
  await Promise.race(
    work.map(async (one) => {
      try {
        await one
      } catch (error) {
        if (!isUnknown(error)) throw error
        deps.log(`${deps.storeName}: ${error instanceof Error ? error.message : ''}`)
      }
    }),
  )
  lost.abort()
  await Promise.allSettled([...work, ...lanes.values()])
}

const isUnknown = (error: unknown): boolean => error instanceof Refusal && error.status === 401

/** Repeats the step until the signal. Failures back off, but only up to 15 s because orders are waiting. */
async function repeatWithBackoff(
  deps: StoreDeps,
  ended: AbortSignal,
  step: () => Promise<number>,
): Promise<void> {
  let failures = 0
  while (!ended.aborted) {
    let pauseMs: number
    try {
      pauseMs = await step()
      if (failures > 0) deps.log(`${deps.storeName}: conexão com o Balcão de volta.`)
      failures = 0
    } catch (error) {
      if (isUnknown(error)) throw error
      failures += 1
      if (failures === 1) deps.log(`${deps.storeName}: sem conexão com o Balcão. Tentando de novo…`)
      pauseMs = backOffMs(500, failures, maxPauseMs)
    }
    await wait(pauseMs, undefined, { signal: ended }).catch(() => {})
  }
}

function pullJobs(
  deps: StoreDeps,
  lanes: Map<string, Promise<void>>,
  holding: Set<string>,
  ended: AbortSignal,
): Promise<void> {
  return repeatWithBackoff(deps, ended, async () => {
    // Report finished tickets first, so that the server does not hand them out again.
    for (const entry of deps.journal.unreported()) if (!holding.has(entry.job)) await report(deps, entry)
    const { jobs } = await deps.call(
      pullPrintJobs,
      { body: { waitSeconds: pullSeconds, holding: [...holding] } },
      (pullSeconds + 10) * 1_000,
    )
    for (const job of jobs) {
      if (holding.has(job.id)) continue
      holding.add(job.id)
      // One ticket at a time per printer; a printer that is out does not block the others.
      const before = lanes.get(job.printer.id) ?? Promise.resolve()
      lanes.set(
        job.printer.id,
        before.then(() => processJob(deps, job)).finally(() => holding.delete(job.id)),
      )
    }
    return 0
  })
}

/** Prints a ticket unless the journal already has it, then reports the result to the server. */
async function processJob(deps: StoreDeps, job: AgentJob): Promise<void> {
  const { journal, log, storeName } = deps
  const known = journal.find(job.id, job.turn)
  const entry = (step: Entry['step'], cause: PrintCause | null = null, partly = false): Entry => {
    const made = { job: job.id, turn: job.turn, step, cause, partly, at: Date.now() }
    journal.write(made)
    return made
  }
  let done: Entry
  if (known?.step === 'started') {
    // The machine stopped between the first byte and the printer's answer, so the result is unknown.
    log(`${storeName}: ${job.title} em ${job.printer.name}: ${printCauses.unsure}`)
    done = entry('failed', 'unsure', true)
  } else if (known) {
    done = known
  } else {
    entry('started')
    done = await print(deps, job, entry)
  }
  await report(deps, done).catch(() => {
    // Kept in the journal and reported before the next pull.
  })
}

async function print(
  { drivers, log, storeName }: StoreDeps,
  job: AgentJob,
  entry: (step: Entry['step'], cause?: PrintCause | null, partly?: boolean) => Entry,
): Promise<Entry> {
  const where = `${storeName}: ${job.title} em ${job.printer.name}`
  try {
    await drivers[job.printer.kind].print(job.printer, Buffer.from(job.payload, 'base64'), job)
    log(`${where}: impresso.`)
    return entry('printed')
  } catch (error) {
    const cause = error instanceof PrinterProblem ? error.cause : 'other'
    log(`${where}: ${printCauses[cause]}`)
    return entry('failed', cause, error instanceof PrinterProblem && error.started)
  }
}

async function report({ call, journal }: StoreDeps, entry: Entry): Promise<void> {
  const outcome = entry.step === 'printed' ? 'printed' : entry.cause === 'unsure' ? 'unsure' : 'failed'
  try {
    await call(acknowledgePrintJob, {
      params: { jobId: entry.job },
      body: {
        turn: entry.turn,
        outcome,
        cause: (entry.cause ?? null) as PrintCause | null,
        started: entry.step === 'printed' || entry.partly === true,
      },
    })
  } catch (error) {
    // The job belongs to another store or was printed elsewhere; there is nothing to report.
    if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 409)) throw error
  }
  journal.write({ ...entry, told: true, at: Date.now() })
}

function sendHeartbeats(deps: StoreDeps, ended: AbortSignal): Promise<void> {
  let watched: readonly WatchedPrinter[] = []
  // Kept until the panel has it.
  let searched: readonly FoundPrinter[] | null = null
  const seen = new Map<string, PrintCause | null>()
  return repeatWithBackoff(deps, ended, async () => {
    const { drivers, software, storeName, log } = deps
    const available = (await Promise.all(Object.values(drivers).map((driver) => driver.available())))
      .flat()
      .slice(0, 50)
    const printers = await Promise.all(
      watched.map(async (printer) => ({ printer, cause: await drivers[printer.kind].check(printer) })),
    )
    for (const { printer, cause } of printers) {
      if (seen.get(printer.id) !== cause)
        log(`${storeName}: ${printer.name}: ${cause ? printCauses[cause] : 'pronta.'}`)
      seen.set(printer.id, cause)
    }
    const answer = await deps.call(agentHeartbeat, {
      body: {
        software,
        available,
        printers: printers.slice(0, 50).map(({ printer, cause }) => ({
          id: printer.id,
          state: cause ? ('out' as const) : ('ok' as const),
          cause,
        })),
        computer: deps.computer(),
        ...(searched ? { searched: { found: [...searched] } } : {}),
        ...(deps.updates ? { updates: deps.updates.report() } : {}),
      },
    })
    searched = null
    deps.onHeard()
    deps.updates?.heard(answer)
    const fresh = answer.printers.some((printer) => !watched.some((one) => isSame(one, printer)))
    watched = answer.printers
    if (answer.search === true) searched = await deps.search()
    // Check a newly added printer immediately, and say what was found.
    return fresh || searched !== null ? 0 : heartbeatMs
  })
}

const isSame = (a: WatchedPrinter, b: WatchedPrinter): boolean =>
  a.id === b.id && a.kind === b.kind && a.address === b.address
