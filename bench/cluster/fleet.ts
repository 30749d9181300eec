import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { runningChild } from '../../scripts/child-process.ts'
import { supervise, type Part } from '../../scripts/supervise.ts'
import { freePort } from '../../server/db/postgres/private-postgres.ts'
import { frontOfPanel } from './haproxy.ts'

export type Fleet = Awaited<ReturnType<typeof startFleet>>

interface FleetParts {
  /** Where its databases are: DATABASE_URL, CELLS. */
  readonly databases: Readonly<Record<string, string>>
  readonly parent: string
  readonly roles?: readonly Role[]
}

type Role = 'api' | 'worker'

/** Two processes of each role behind one address, as in production and started again when they end, as systemd does. */
export async function startFleet({
  databases,
  parent,
  roles = ['api', 'api', 'worker', 'worker'],
}: FleetParts) {
  const encryptionKey = randomBytes(32).toString('hex')
  const processes: Awaited<ReturnType<typeof fleetProcess>>[] = []
  for (const role of roles)
    processes.push(await fleetProcess(role, { ...production(encryptionKey), ...databases }))
  // The first migrates, the others wait for it.
  await Promise.all(processes.map((one) => one.up()))
  const apis = processes.filter(({ role }) => role === 'api')
  const front = await frontOfPanel(
    parent,
    apis.map(({ port }, index) => ({ name: `api${index + 1}`, address: `127.0.0.1:${port}` })),
  )
  return {
    url: `http://127.0.0.1:${front.port}`,
    encryptionKey,
    processes,
    stop: async () => {
      await front.stop()
      await Promise.all(processes.map((one) => one.stop()))
    },
  }
}

export async function fleetProcess(role: Role, environment: Readonly<Record<string, string>>) {
  const port = await freePort()
  let running: ChildProcess | null = null
  let starts = 0
  const part: Part = {
    name: role,
    start: async (stopping) => {
      const child = spawn(
        process.execPath,
        [
          '--disable-warning=ExperimentalWarning',
          fileURLToPath(new URL('../../server/main.ts', import.meta.url)),
        ],
        {
          stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
          env: {
            PATH: process.env.PATH,
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
            ...environment,
            ROLE: role,
            PORT: String(port),
          },
        },
      )
      const started = runningChild(child)
      const cancel = () => child.kill('SIGKILL')
      stopping.addEventListener('abort', cancel)
      const ready = new Promise<null>((resolve) => child.once('message', () => resolve(null)))
      const why = await Promise.race([ready, started.ended])
      stopping.removeEventListener('abort', cancel)
      if (why !== null) throw new Error(`${role}: ${why}`)
      running = child
      starts += 1
      return started
    },
  }
  const gaveUp: string[] = []
  const supervised = supervise(part, { say: () => {}, giveUp: () => gaveUp.push(role) })
  return {
    ...supervised,
    role,
    port,
    gaveUp,
    starts: () => starts,
    pid: () => running?.pid ?? 0,
    kill: () => running?.kill('SIGKILL'),
  }
}

/** What production requires (docs/environment.md); nobody is written to. */
export const production = (encryptionKey: string): Record<string, string> => ({
  NODE_ENV: 'production',
  DEMO: 'off',
  PUBLIC_URL: 'https://balcao.example',
  ENCRYPTION_KEY: encryptionKey,
  ROOT_USER_IDS: 'root-one,root-two',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Balcao <painel@balcao.example>',
  DPO_EMAIL: 'dpo@balcao.example',
  TRUST_PROXY: '1',
  CALL_LIMIT_FACTOR: '10',
  CEP_URL: 'off',
  LOG_LEVEL: 'fatal',
})
