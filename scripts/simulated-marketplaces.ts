import { randomBytes } from 'node:crypto'
import { approvedMerchants } from '../demo/approved-merchants.ts'
import { startDemoTraffic } from '../demo/demo-traffic.ts'
import { knownReviews } from '../demo/known-reviews.ts'
import { freePort } from '../server/db/postgres/private-postgres.ts'
import type { Env } from '../server/env.ts'
import type { Part } from './supervise.ts'

/** A marketplace that the demo plays. */
export interface SimulatedMarketplace {
  readonly part: Part
  /** Leads the server to it. */
  readonly environment: Readonly<Record<string, string>>
}

interface House {
  readonly env: Env
  readonly databaseUrl: string
  /** Resolves once the server at this address answers, or the house ends. */
  readonly serverAnswers: (url: string) => Promise<void>
}

/** Every marketplace that has no address in the environment: a new one is one more entry. */
export async function simulatedMarketplaces(house: House): Promise<readonly SimulatedMarketplace[]> {
  return house.env.IFOOD_BASE_URL ? [] : [await simulatedIfood(house)]
}

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
      const balcaoUrl = `http://127.0.0.1:${env.PORT}`
      const running = await startDemoTraffic({
        ...partner,
        balcaoUrl,
        reviews,
        approved,
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
