import { randomBytes } from 'node:crypto'
import { approvedMerchants } from '../demo/channels/approved-merchants.ts'
import { demoChannels } from '../demo/channels/demo-channels.ts'
import {
  connectByConsent,
  connectById,
  startDemoApplication,
  type DemoApplication,
} from '../demo/channels/demo-applications.ts'
import { startDemoTraffic } from '../demo/channels/demo-traffic.ts'
import { knownBooks } from '../demo/history/known-books.ts'
import { knownReviews } from '../demo/history/known-reviews.ts'
import { freePort } from '../server/db/postgres/private-postgres.ts'
import type { Env } from '../server/env.ts'
import { spawnAiqfome } from '../simulator/aiqfome/spawn-aiqfome.ts'
import { spawnKeeta } from '../simulator/keeta/spawn-keeta.ts'
import { withChannel } from '../contract/shared/channels.ts'
import type { Part } from './supervise.ts'

/** A marketplace that the demo plays. */
export interface SimulatedMarketplace {
  readonly part: Part
  /** Leads the server to it. */
  readonly environment: Readonly<Record<string, string>>
  /** The server does not need it at once, so no start waits for it. */
  readonly later?: boolean
}

interface House {
  readonly env: Env
  readonly databaseUrl: string
  /** Resolves once the server at this address answers, or the house ends. */
  readonly serverAnswers: (url: string) => Promise<void>
}

/** Every marketplace that has no address in the environment: a new one is one more entry. */
export async function simulatedMarketplaces(house: House): Promise<readonly SimulatedMarketplace[]> {
  const { env } = house
  return Promise.all([
    ...(env.IFOOD_BASE_URL ? [] : [simulatedIfood(house)]),
    ...(env.KEETA_BASE_URL ? [] : [simulatedKeeta(env)]),
    ...(env.AIQFOME_BASE_URL ? [] : [simulatedAiqfome(env)]),
  ])
}

async function simulatedKeeta(env: Env): Promise<SimulatedMarketplace> {
  const software = { clientId: 'balcao-demo', clientSecret: randomBytes(24).toString('hex') }
  const port = await freePort()
  const { merchantId, fees } = demoChannels.keeta
  return {
    later: true,
    part: applicationPart(env, {
      platform: 'keeta',
      merchantId,
      fees,
      softwareId: merchantId.padStart(36, '0'),
      spawn: (stopping) => spawnKeeta({ ...software, port }, stopping),
      connect: (call, id) => connectById('keeta', call, id),
    }),
    environment: {
      KEETA_BASE_URL: `http://127.0.0.1:${port}`,
      KEETA_CLIENT_ID: software.clientId,
      KEETA_CLIENT_SECRET: software.clientSecret,
    },
  }
}

async function simulatedAiqfome(env: Env): Promise<SimulatedMarketplace> {
  const redirectUrl = `http://localhost:${env.PORT}/settings?tab=integracoes`
  const software = { clientId: 'balcao-demo', clientSecret: randomBytes(24).toString('hex'), redirectUrl }
  const port = await freePort()
  const { merchantId, fees } = demoChannels.aiqfome
  return {
    later: true,
    part: applicationPart(env, {
      platform: 'aiqfome',
      merchantId,
      fees,
      softwareId: merchantId,
      spawn: (stopping) => spawnAiqfome({ ...software, port }, stopping),
      connect: (call, id) => connectByConsent('aiqfome', call, id),
      asksAgain: true,
    }),
    environment: {
      AIQFOME_BASE_URL: `http://127.0.0.1:${port}`,
      AIQFOME_LOGIN_URL: `http://127.0.0.1:${port}`,
      AIQFOME_STORES_URL: `http://127.0.0.1:${port}`,
      AIQFOME_CLIENT_ID: software.clientId,
      AIQFOME_CLIENT_SECRET: software.clientSecret,
      AIQFOME_REDIRECT_URL: redirectUrl,
    },
  }
}

const applicationPart = (env: Env, application: DemoApplication): Part => ({
  name: `O simulador ${withChannel('de', application.platform)}`,
  start: (stopping) =>
    startDemoApplication(application, { balcaoUrl: `http://127.0.0.1:${env.PORT}`, stopping }),
})

async function simulatedIfood(house: House): Promise<SimulatedMarketplace> {
  const partner = { id: 'balcao-demo', secret: randomBytes(24).toString('hex'), port: await freePort() }
  const address = `http://127.0.0.1:${partner.port}`
  return {
    part: ifoodTraffic(house, partner),
    environment: {
      IFOOD_BASE_URL: address,
      IFOOD_CLIENT_ID: partner.id,
      IFOOD_CLIENT_SECRET: partner.secret,
      IFOOD_CODE_CLIENT_ID: `${partner.id}-code`,
      IFOOD_CODE_CLIENT_SECRET: partner.secret,
      IFOOD_PORTAL_URL: `${address}/portal`,
      META_GRAPH_URL: process.env.META_GRAPH_URL ?? `${address}/graph`,
    },
  }
}

interface Partner {
  readonly id: string
  readonly secret: string
  readonly port: number
}

function ifoodTraffic({ env, databaseUrl, serverAnswers }: House, partner: Partner): Part {
  let first = true
  return {
    name: 'O simulador do iFood',
    start: async (stopping) => {
      const reviews = await knownReviews(databaseUrl)
      const approved = await approvedMerchants(databaseUrl)
      const books = await knownBooks(databaseUrl)
      const balcaoUrl = `http://127.0.0.1:${env.PORT}`
      const running = await startDemoTraffic({
        ...partner,
        balcaoUrl,
        reviews,
        approved,
        books,
        staff: env.DEMO_STAFF,
        stopping,
      })
      // The first orders wait for the server, which starts after it.
      if (first) void serverAnswers(balcaoUrl).then(() => running.begin())
      else running.begin()
      first = false
      return running
    },
  }
}
