import { setTimeout as wait } from 'node:timers/promises'
import {
  acknowledgePrintJob,
  agentHeartbeat,
  pullPrintJobs,
  type AgentJob,
  type WatchedPrinter,
} from '../contract/printing/print-agent.ts'
import { printCauses, type PrintCause, type PrinterKind } from '../contract/printing/printing.ts'
import type { Entry, Journal } from './journal.ts'
import { PrinterProblem, type PrinterDoor } from './printers/printer.ts'
import { Refusal, type AskServer } from './server-client.ts'

export interface StoreParts {
  readonly storeName: string
  readonly ask: AskServer
  readonly journal: Journal
  readonly doors: Readonly<Record<PrinterKind, PrinterDoor>>
  readonly software: string
  readonly say: (line: string) => void
  readonly stopping: AbortSignal
}

const pullSeconds = 20
const heartbeatMs = 15_000
const longestPauseMs = 15_000

/** Serves one store until it is stopped, or until the server no longer knows this agent. */
export async function runStore(parts: StoreParts): Promise<void> {
  const lanes = new Map<string, Promise<void>>()
  const holding = new Set<string>()
  const lost = new AbortController()
  const ended = AbortSignal.any([parts.stopping, lost.signal])
  const work = [pulling(parts, lanes, holding, ended), beating(parts, ended)]
  await Promise.race(
    work.map(async (one) => {
      try {
        await one
      } catch (error) {
        if (!isUnknown(error)) throw error
        parts.say(`${parts.storeName}: ${error instanceof Error ? error.message : ''}`)
      }
    }),
  )
  lost.abort()
  await Promise.allSettled([...work, ...lanes.values()])
}

const isUnknown = (error: unknown): boolean => error instanceof Refusal && error.status === 401

/** Runs until the signal; a failure waits longer each time, but never long: orders are waiting. */
async function persistently(
  parts: StoreParts,
  ended: AbortSignal,
  step: () => Promise<number>,
): Promise<void> {
  let failures = 0
  while (!ended.aborted) {
    let pauseMs: number
    try {
      pauseMs = await step()
      if (failures > 0) parts.say(`${parts.storeName}: conexão com o Balcão de volta.`)
      failures = 0
    } catch (error) {
      if (isUnknown(error)) throw error
      failures += 1
      if (failures === 1) parts.say(`${parts.storeName}: sem conexão com o Balcão. Tentando de novo…`)
      pauseMs = Math.min(500 * 2 ** failures, longestPauseMs) * (0.8 + Math.random() * 0.4)
    }
    await wait(pauseMs, undefined, { signal: ended }).catch(() => {})
  }
}

function pulling(
  parts: StoreParts,
  lanes: Map<string, Promise<void>>,
  holding: Set<string>,
  ended: AbortSignal,
): Promise<void> {
  return persistently(parts, ended, async () => {
    // What was done and not told comes first: the server must not hand it out again.
    for (const entry of parts.journal.untold()) if (!holding.has(entry.job)) await tell(parts, entry)
    const { jobs } = await parts.ask(
      pullPrintJobs,
      { body: { waitSeconds: pullSeconds, holding: [...holding] } },
      (pullSeconds + 10) * 1_000,
    )
    for (const job of jobs) {
      if (holding.has(job.id)) continue
      holding.add(job.id)
      // One ticket at a time a printer; a printer that is out holds back no other.
      const before = lanes.get(job.printer.id) ?? Promise.resolve()
      lanes.set(
        job.printer.id,
        before.then(() => handle(parts, job)).finally(() => holding.delete(job.id)),
      )
    }
    return 0
  })
}

/** From the journal's word to the server's: never twice on paper, never untold. */
async function handle(parts: StoreParts, job: AgentJob): Promise<void> {
  const { journal, say, storeName } = parts
  const known = journal.find(job.id, job.turn)
  const entry = (step: Entry['step'], cause: PrintCause | null = null, partly = false): Entry => {
    const made = { job: job.id, turn: job.turn, step, cause, partly, at: Date.now() }
    journal.write(made)
    return made
  }
  let done: Entry
  if (known?.step === 'started') {
    // This machine went down between the first byte and the printer's answer: nobody knows.
    say(`${storeName}: ${job.title} em ${job.printer.name}: ${printCauses.unsure}`)
    done = entry('failed', 'unsure', true)
  } else if (known) {
    done = known
  } else {
    entry('started')
    done = await print(parts, job, entry)
  }
  await tell(parts, done).catch(() => {
    // Told before the next pull; the journal keeps it.
  })
}

async function print(
  { doors, say, storeName }: StoreParts,
  job: AgentJob,
  entry: (step: Entry['step'], cause?: PrintCause | null, partly?: boolean) => Entry,
): Promise<Entry> {
  const where = `${storeName}: ${job.title} em ${job.printer.name}`
  try {
    await doors[job.printer.kind].print(job.printer, Buffer.from(job.payload, 'base64'), job)
    say(`${where}: impresso.`)
    return entry('printed')
  } catch (error) {
    const cause = error instanceof PrinterProblem ? error.cause : 'other'
    say(`${where}: ${printCauses[cause]}`)
    return entry('failed', cause, error instanceof PrinterProblem && error.started)
  }
}

async function tell({ ask, journal }: StoreParts, entry: Entry): Promise<void> {
  const outcome = entry.step === 'printed' ? 'printed' : entry.cause === 'unsure' ? 'unsure' : 'failed'
  try {
    await ask(acknowledgePrintJob, {
      params: { jobId: entry.job },
      body: {
        turn: entry.turn,
        outcome,
        cause: (entry.cause ?? null) as PrintCause | null,
        started: entry.step === 'printed' || entry.partly === true,
      },
    })
  } catch (error) {
    // Not of this store, or printed by another way: there is nothing more to say.
    if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 409)) throw error
  }
  journal.write({ ...entry, told: true, at: Date.now() })
}

function beating(parts: StoreParts, ended: AbortSignal): Promise<void> {
  let watched: readonly WatchedPrinter[] = []
  const seen = new Map<string, PrintCause | null>()
  return persistently(parts, ended, async () => {
    const { doors, software, storeName, say } = parts
    const available = (await Promise.all(Object.values(doors).map((door) => door.available())))
      .flat()
      .slice(0, 50)
    const printers = await Promise.all(
      watched.map(async (printer) => ({ printer, cause: await doors[printer.kind].check(printer) })),
    )
    for (const { printer, cause } of printers) {
      if (seen.get(printer.id) !== cause)
        say(`${storeName}: ${printer.name}: ${cause ? printCauses[cause] : 'pronta.'}`)
      seen.set(printer.id, cause)
    }
    const answer = await parts.ask(agentHeartbeat, {
      body: {
        software,
        available,
        printers: printers.slice(0, 50).map(({ printer, cause }) => ({
          id: printer.id,
          state: cause ? ('out' as const) : ('ok' as const),
          cause,
        })),
      },
    })
    const fresh = answer.printers.some((printer) => !watched.some((one) => isSame(one, printer)))
    watched = answer.printers
    // A printer that is new here is looked at right away.
    return fresh ? 0 : heartbeatMs
  })
}

const isSame = (a: WatchedPrinter, b: WatchedPrinter): boolean =>
  a.id === b.id && a.kind === b.kind && a.address === b.address
