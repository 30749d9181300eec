import * as z from 'zod/mini'
import { columnInteger } from '../shared/integers.ts'
import { agentPrinterKinds, availablePrinter, printCauses, type PrintCause } from './printing.ts'
import { computerSystems, foundPrinter, maxFound, networkText } from './printer-search.ts'
import { route } from '../shared/route.ts'

/**
 * Calls that the print agent makes. It runs in the store's network and only makes outgoing requests,
 * with a token of its own that is limited to one store's tickets (access `agent`).
 */
const causeName = z.enum(Object.keys(printCauses) as [PrintCause, ...PrintCause[]])

export const agentTokenHeader = 'authorization'

export const pairAgent = route({
  name: 'pairAgent',
  method: 'POST',
  path: '/agent/pair',
  summary: 'Exchanges a one-time code for the token of one agent of one store',
  access: { kind: 'public' },
  body: z.strictObject({
    code: z.string('Informe o código.').check(z.trim(), z.minLength(1), z.maxLength(120)),
    software: z.string().check(z.maxLength(60)),
  }),
  reply: z.strictObject({ token: z.string(), agentName: z.string(), storeName: z.string() }),
  errors: ['print/code-invalid'],
})

const agentVersion = z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/))

export const watchedPrinter = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(agentPrinterKinds),
  address: z.string(),
})
export type WatchedPrinter = z.output<typeof watchedPrinter>

/** Sent every 15 s: the agent's version, the printers it found and their states. */
export const agentHeartbeat = route({
  name: 'agentHeartbeat',
  method: 'POST',
  path: '/agent/heartbeat',
  summary: 'The agent lives; what it sees and how its printers are. Answers which printers to watch',
  access: { kind: 'agent' },
  body: z.strictObject({
    software: z.string().check(z.maxLength(60)),
    available: z.array(availablePrinter).check(z.maxLength(50)),
    printers: z
      .array(
        z.strictObject({
          id: z.uuid(),
          state: z.enum(['ok', 'out']),
          cause: z.nullable(causeName),
        }),
      )
      .check(z.maxLength(50)),
    /** Absent: an agent older than 2.1, which does not search either. */
    computer: z.optional(
      z.strictObject({
        system: z.enum(computerSystems),
        networks: z.array(networkText).check(z.maxLength(8)),
      }),
    ),
    /** The search that the last answer asked for has ended. */
    searched: z.optional(z.strictObject({ found: z.array(foundPrinter).check(z.maxLength(maxFound)) })),
    /** Absent: this agent does not update itself. */
    updates: z.optional(
      z.strictObject({
        version: agentVersion,
        /** The version that did not start here, so that the agent went back to `version`. */
        refused: z.nullable(agentVersion),
      }),
    ),
  }),
  reply: z.object({
    printers: z.array(watchedPrinter),
    /** A person wants to know which printers are on the computer's networks. */
    search: z.optional(z.boolean()),
    /** Only for agents that update themselves. `now`: a person asked for it. */
    newest: z.optional(
      z.strictObject({ version: z.string(), bytes: z.int(), sha256: z.string(), now: z.boolean() }),
    ),
  }),
  errors: ['print/agent-unknown'],
})

export const agentJob = z.strictObject({
  id: z.uuid(),
  /** Key of the agent's journal together with the id: a turn is printed at most once. */
  turn: z.int(),
  printer: watchedPrinter,
  /** For the agent's log; contains no personal data. */
  title: z.string(),
  /** The ticket is not printed after this many seconds. */
  secondsLeft: z.int(),
  format: z.enum(['escpos', 'svg']),
  /** Base64. */
  payload: z.string(),
})
export type AgentJob = z.output<typeof agentJob>

export const pullPrintJobs = route({
  name: 'pullPrintJobs',
  method: 'POST',
  path: '/agent/jobs/pull',
  summary: 'Waits for tickets up to the given seconds; what is handed out is this agent’s to answer',
  access: { kind: 'agent' },
  body: z.strictObject({
    waitSeconds: z.int().check(z.gte(0), z.lte(25)),
    /** Jobs that the agent still has. Any other job handed to it was lost on the way and is sent again. */
    holding: z.array(z.uuid()).check(z.maxLength(500)),
  }),
  reply: z.strictObject({ jobs: z.array(agentJob) }),
  errors: ['print/agent-unknown'],
})

export const acknowledgePrintJob = route({
  name: 'acknowledgePrintJob',
  method: 'POST',
  path: '/agent/jobs/{jobId}/acknowledge',
  summary: 'Printed (the printer took it), failed (nothing came out), or unsure; a repeat changes nothing',
  access: { kind: 'agent' },
  params: z.strictObject({ jobId: z.uuid('Impressão inválida.') }),
  body: z.strictObject({
    turn: columnInteger().check(z.positive()),
    outcome: z.enum(['printed', 'failed', 'unsure']),
    cause: z.nullable(causeName),
    /** Part of the ticket may be on paper. */
    started: z.boolean(),
  }),
  reply: z.strictObject({ state: z.enum(['queued', 'sent', 'printed', 'failed', 'expired']) }),
  errors: ['print/agent-unknown', 'print/job-not-found', 'print/already-printed'],
})

/** The program alone, a thousandth of the whole download; the agent compares it with the heartbeat's SHA-256. */
export const downloadAgentProgram = route({
  name: 'downloadAgentProgram',
  method: 'GET',
  path: '/agent/program/{version}',
  summary: 'The newest program of the print agent, for an agent that updates itself',
  access: { kind: 'agent' },
  params: z.strictObject({ version: agentVersion }),
  reply: z.unknown(),
  errors: ['print/agent-unknown', 'print/agent-not-packed'],
  envelope: 'file',
  files: ['text/javascript'],
})
