import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as agentCalls from '../../../contract/printing/print-agent.ts'
import * as contract from '../../../contract/printing/printing.ts'
import { confirmOrder, placeOrder, type PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { Reply, Route, Sent } from '../../../contract/shared/route.ts'
import { type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { until } from '../../testing/until.ts'

/** Test helper for a store's printing: the calls of people and agents. */
export function printDesk(app: TestApp, storeId: string, manager: Person) {
  const here = { storeId }
  const call = <T extends Route>(route: T, input: Sent<T>, as = manager) => app.call(as, route, input, here)
  return {
    call,
    addPrinter: async (changes: Partial<contract.PrinterBody> = {}): Promise<contract.PrinterView> => {
      const id = randomUUID()
      const answer = await call(contract.savePrinter, { params: { id }, body: { ...printer(), ...changes } })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.data
    },
    place: async (changes: Partial<PlaceOrderBody> = {}) =>
      (await app.call(manager, placeOrder, { body: ownOrder(changes) }, { ...here, key: randomUUID() })).data,
    accept: (orderId: string) => call(confirmOrder, { params: { orderId }, body: {} }),
    jobsOf: async (orderId: string) =>
      (await call(contract.readOrderPrints, { params: { orderId } })).data.jobs,
    newCode: async (name = `Caixa ${randomUUID().slice(0, 8)}`) =>
      (await call(contract.createPrintAgent, { body: { name } })).data,
    pairedAgent: async () => {
      const { agentId, code } = await (async () =>
        (await call(contract.createPrintAgent, { body: { name: `Caixa ${randomUUID().slice(0, 8)}` } }))
          .data)()
      const { token } = (await app.call(null, agentCalls.pairAgent, { body: { code, software: 'teste' } }))
        .data
      return { agentId, token, ...agentWith(app, token) }
    },
  }
}

export const printer = (): contract.PrinterBody => ({
  name: `Cozinha ${randomUUID().slice(0, 8)}`,
  kind: 'network',
  address: '127.0.0.1:9',
  agentId: null,
  paper: 80,
  columns: 48,
  codePage: 'cp1252',
  feedLines: 0,
  cutter: true,
  buzzer: 'none',
  drawer: 'none',
  copies: 1,
  ticket: 'kitchen',
  autoPrint: true,
  fallbackId: null,
  version: 0,
})

export type Ack = {
  turn?: number
  outcome?: 'printed' | 'failed' | 'unsure'
  cause?: contract.PrintCause
  started?: boolean
}

export function agentWith(app: TestApp, token: string) {
  const ask = <T extends Route>(route: T, input: Sent<T>) =>
    app.call(null, route, input, { headers: { authorization: `Bearer ${token}` } })
  return {
    pull: async (holding: string[] = [], waitSeconds = 0): Promise<readonly agentCalls.AgentJob[]> =>
      (await ask(agentCalls.pullPrintJobs, { body: { waitSeconds, holding } })).data.jobs,
    tryPull: (waitSeconds = 0) => ask(agentCalls.pullPrintJobs, { body: { waitSeconds, holding: [] } }),
    acknowledge: (jobId: string, { turn = 1, outcome = 'printed', cause, started = false }: Ack = {}) =>
      ask(agentCalls.acknowledgePrintJob, {
        params: { jobId },
        body: { turn, outcome, cause: cause ?? null, started },
      }),
    beat: (body: Partial<Sent<typeof agentCalls.agentHeartbeat>['body']> = {}) =>
      ask(agentCalls.agentHeartbeat, {
        body: { software: 'teste', available: [], printers: [], ...body },
      }) as Promise<{ data: Reply<typeof agentCalls.agentHeartbeat>; status: number }>,
  }
}

/** Raw text of a ticket, including its commands, decoded as the printer decodes it. */
export const textOf = (job: { payload: string }): string =>
  Buffer.from(job.payload, 'base64')
    .toString('latin1')
    .replaceAll(/[^\x20-\xff]/g, '')

export interface AgentProcess {
  readonly output: () => string
  /** Kills the process without cleanup, like a power cut. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface AgentHome {
  readonly stateDir: string
  start(code?: string): Promise<AgentProcess>
  remove(): void
}

/** Runs the real agent as its own process. Its state folder survives restarts, as on a real machine. */
export function agentHome(serverUrl: string): AgentHome {
  const stateDir = mkdtempSync(join(tmpdir(), 'balcao-agent-'))
  return {
    stateDir,
    remove: () => rmSync(stateDir, { recursive: true, force: true }),
    start: async (code) => {
      const child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          fileURLToPath(new URL('../../../agent/main.ts', import.meta.url)),
          '--server',
          serverUrl,
          '--state',
          stateDir,
          ...(code ? ['--code', code] : []),
        ],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      )
      let output = ''
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
      await connected(child, () => output)
      return {
        output: () => output,
        kill: () => ended(child, 'SIGKILL'),
        stop: () => ended(child, 'SIGTERM'),
      }
    },
  }
}

async function connected(child: ChildProcess, output: () => string): Promise<void> {
  const said = await until(output, (text) => text.includes('conectado como') || child.exitCode !== null)
  if (!said.includes('conectado como')) throw new Error(`The agent did not connect:\n${said}`)
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve()
      return
    }
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
