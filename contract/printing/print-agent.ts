import * as z from 'zod/mini'
import { availablePrinter, printCauses, printerKinds, type PrintCause } from './printing.ts'
import { route } from '../shared/route.ts'

/**
 * What the print agent says to the server. It calls from the store's network and is never called:
 * a token of its own, one store, and no more than its tickets (access `agent`).
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

export const watchedPrinter = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(printerKinds),
  address: z.string(),
})
export type WatchedPrinter = z.output<typeof watchedPrinter>

/** Every quarter of a minute: that it lives, what it sees, how its printers are. */
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
  }),
  reply: z.strictObject({ printers: z.array(watchedPrinter) }),
  errors: ['print/agent-unknown'],
})

export const agentJob = z.strictObject({
  id: z.uuid(),
  /** With the id, what the journal keeps: a turn is printed at most once. */
  turn: z.int(),
  printer: watchedPrinter,
  /** What it is, for the agent's log: no personal data. */
  title: z.string(),
  /** Older than this when its turn comes: not printed. */
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
    /** In its hands now: whatever else was handed to it never arrived, and comes again. */
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
    turn: z.int().check(z.positive()),
    outcome: z.enum(['printed', 'failed', 'unsure']),
    cause: z.nullable(causeName),
    /** Some of it may be on paper. */
    started: z.boolean(),
  }),
  reply: z.strictObject({ state: z.enum(['queued', 'sent', 'printed', 'failed', 'expired']) }),
  errors: ['print/agent-unknown', 'print/job-not-found', 'print/already-printed'],
})
