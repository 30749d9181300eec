import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { headers } from '../../contract/shared/headers.ts'
import { createPrintAgent, savePrinter } from '../../contract/printing/printing.ts'
import type { Reply, Route, Sent } from '../../contract/shared/route.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { freePort, startPrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { NetworkPrinter } from '../../simulator/printer/network-printer.ts'
import { spawnSimulator } from '../../simulator/spawn-simulator.ts'
import { idTokenFor } from '../../bench/report-latency.ts'
import { buildWeb } from '../../scripts/build.ts'
import { webIsStale } from '../../scripts/web-is-stale.ts'
import { demoStores, type DemoStore } from '../../demo/demo-stores.ts'
import { seedDemo } from '../../demo/seed/seed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const stores: readonly DemoStore[] = demoStores.slice(0, 6)

export type TestEnvironment = Awaited<ReturnType<typeof openTestEnvironment>>

/** Starts six stores with all real parts: server, database, iFood's simulator, print agent, printers. */
export async function openTestEnvironment(log: (line: string) => void) {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-dinner-'))
  chmodSync(dir, 0o755)
  if (webIsStale()) await buildWeb()
  const postgres = await startPrivatePostgres({ dataRoot: join(dir, 'pg') })
  await migrate(postgres.url)
  await seedDemo(postgres.url, new Date(), log)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const partner = { clientId: 'balcao-jantar', clientSecret: randomBytes(24).toString('hex') }
  const simulator = await spawnSimulator({ ...partner, webhookUrl: `${url}/webhooks/ifood` })
  const control = simulatorControl(simulator.url)
  await control.setMerchants(
    stores.map(({ merchantId, name, menu }) => ({
      merchantId,
      name,
      menu: menu.map(({ code, name: dish, cents }) => ({ code, name: dish, cents })),
    })),
  )
  const environment = {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: postgres.url,
    DEMO: 'on',
    LOG_LEVEL: 'error',
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: partner.clientId,
    IFOOD_CLIENT_SECRET: partner.clientSecret,
    // The dinner runs in fast motion, but iFood is polled at its real interval of 30 s.
    IFOOD_POLL_SECONDS: '30',
  }
  let server = await startServer(environment)
  const printers = await connectPrinters(url, join(dir, 'agent'))
  return {
    url,
    control,
    databaseUrl: postgres.url,
    printers: printers.machines,
    /** Kills the server without a shutdown, like a power cut. */
    killServer: async () => {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await exited
    },
    startServer: async () => {
      server = await startServer(environment)
    },
    close: async () => {
      await printers.stop()
      const exited = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await exited
      await simulator.stop()
      await postgres.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function startServer(environment: Record<string, string | undefined>): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'server/main.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: environment,
    },
  )
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child))
    child.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)))
  })
}

/** One network kitchen printer per store and one agent for all of them. */
async function connectPrinters(url: string, stateDir: string) {
  mkdirSync(stateDir, { recursive: true })
  const token = await idTokenFor(url, 'dona@balcao.example', 'Balcao#2026')
  const machines = new Map<string, NetworkPrinter>()
  const codes: string[] = []
  for (const store of stores) {
    const machine = new NetworkPrinter({ msPerTicket: 400 })
    await machine.switchOn()
    machines.set(store.id, machine)
    const call = <T extends Route>(route: T, input: Sent<T>) => callApi(url, token, store.id, route, input)
    const { code } = await call(createPrintAgent, { body: { name: 'Computador do jantar' } })
    codes.push(code)
    await call(savePrinter, {
      params: { id: randomUUID() },
      body: {
        name: 'Cozinha do jantar',
        kind: 'network',
        address: machine.address,
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
      },
    })
  }
  const agent = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(root, 'agent/main.ts'),
      `--server=${url}`,
      `--state=${stateDir}`,
      ...codes.map((code) => `--code=${code}`),
    ],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
  return {
    machines,
    stop: async () => {
      const exited = new Promise((resolve) => agent.once('exit', resolve))
      agent.kill('SIGTERM')
      await exited
      for (const machine of machines.values()) await machine.switchOff()
    },
  }
}

export async function callApi<T extends Route>(
  url: string,
  token: string,
  storeId: string,
  route: T,
  input: Sent<T>,
  key?: string,
): Promise<Reply<T>> {
  const { params, body } = input as { params?: Record<string, string>; body?: object }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '')
  const reply = await fetch(`${url}/api${path}`, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      [headers.userToken]: token,
      [headers.storeId]: storeId,
      ...(key ? { [headers.idempotencyKey]: key } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await reply.json()) as { data: Reply<T> }
  if (!reply.ok) throw new Error(`${route.name} answered ${reply.status}: ${JSON.stringify(answer)}`)
  return answer.data
}
