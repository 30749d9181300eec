import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { approvedMerchants } from '../demo/channels/approved-merchants.ts'
import { prepareDemoIfood } from '../demo/channels/demo-ifood.ts'
import { knownReviews } from '../demo/history/known-reviews.ts'
import { runningChild } from '../scripts/child-process.ts'
import { freePort } from '../server/db/postgres/private-postgres.ts'
import { simulatorControl } from '../simulator/control-client.ts'
import { startSimulator } from '../simulator/start-simulator.ts'
import { forgetServer, watchServer } from './evidence.ts'

export interface ServerProcess {
  readonly url: string
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

const main = fileURLToPath(new URL('../server/main.ts', import.meta.url))
const portTaken = 'já está em uso'

/**
 * The server in a process of its own, over the demo's database, with iFood's simulator in this process: it knows the
 * demo's merchants, and sends no orders on its own. With `IFOOD_BASE_URL` the caller has a simulator already, with
 * `PORT` it has chosen the port.
 */
export async function startServer(
  databaseUrl: string,
  environment: Environment = {},
): Promise<ServerProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOnFreePort(databaseUrl, environment)
    } catch (error) {
      // A port that was free a moment ago may be some program's outgoing connection by now.
      if (tries === 3 || !String(error).includes(portTaken)) throw error
    }
  }
}

async function startOnFreePort(databaseUrl: string, environment: Environment): Promise<ServerProcess> {
  const port = environment.PORT ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const ifood = environment.IFOOD_BASE_URL ? null : await quietIfood(databaseUrl, url)
  try {
    const server = await launch({
      PORT: port,
      DATABASE_URL: databaseUrl,
      ...ifood?.environment,
      ...environment,
    })
    watchServer(url, () => server.lastLines())
    return {
      url,
      stop: async () => {
        forgetServer(url)
        await server.stop()
        await ifood?.stop()
      },
    }
  } catch (error) {
    await ifood?.stop()
    throw error
  }
}

async function quietIfood(databaseUrl: string, balcaoUrl: string) {
  const partner = { clientId: 'e2e', clientSecret: 'secret', codeClientId: 'e2e-code' }
  const simulator = await startSimulator({
    ...partner,
    port: 0,
    webhookUrl: `${balcaoUrl}/webhooks/ifood`,
    actionDelayMs: 50,
  })
  await prepareDemoIfood(simulatorControl(simulator.url), {
    reviews: await knownReviews(databaseUrl),
    approved: await approvedMerchants(databaseUrl),
  })
  return {
    environment: {
      IFOOD_BASE_URL: simulator.url,
      IFOOD_CLIENT_ID: partner.clientId,
      IFOOD_CLIENT_SECRET: partner.clientSecret,
      IFOOD_CODE_CLIENT_ID: partner.codeClientId,
      IFOOD_CODE_CLIENT_SECRET: partner.clientSecret,
      IFOOD_PORTAL_URL: `${simulator.url}/portal`,
      META_GRAPH_URL: `${simulator.url}/graph`,
    },
    stop: () => simulator.stop(),
  }
}

async function launch(environment: Environment): Promise<{ stop(): Promise<void>; lastLines(): string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    // It ends with this process: its channel is closed then.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TZ: process.env.TZ,
      LD_PRELOAD: process.env.LD_PRELOAD,
      DEMO: 'on',
      LOG_LEVEL: 'warn',
      CEP_URL: 'off',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(process.env.CALL_LIMIT_FACTOR ? { CALL_LIMIT_FACTOR: process.env.CALL_LIMIT_FACTOR } : {}),
      ...environment,
    },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000)
    })
  const running = runningChild(child)
  const ready = new Promise<null>((resolve) => {
    child.once('message', () => resolve(null))
  })
  const why = await Promise.race([ready, running.ended])
  if (why !== null) throw new Error(`the server ended (${why}):\n${said}`)
  return { stop: () => running.stop(), lastLines: () => said }
}
