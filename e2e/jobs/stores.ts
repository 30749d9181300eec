import pg from 'pg'
import { approvedMerchants } from '../../demo/channels/approved-merchants.ts'
import { prepareDemoIfood } from '../../demo/channels/demo-ifood.ts'
import { demoMenu } from '../../demo/demo-menus.ts'
import { demoStores } from '../../demo/demo-stores.ts'
import { knownReviews } from '../../demo/history/known-reviews.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { spawnKeeta } from '../../simulator/keeta/spawn-keeta.ts'
import { orderingAppControl } from '../../simulator/open-delivery/ordering-app-control.ts'
import { startSimulator } from '../../simulator/start-simulator.ts'
import { startPanel, type Panel } from '../panel.ts'

export interface Stores {
  readonly panel: Panel
  readonly control: ReturnType<typeof simulatorControl>
  /** Rows of the private database. */
  rows<Row extends object>(statement: string, values?: readonly unknown[]): Promise<readonly Row[]>
  close(): Promise<void>
}

/** As the daily jobs need them: iFood answers, and orders are printed. */
export const forJobs = { answersAfterMs: 50, printing: true } as const

/** The first store as Keeta's portal shows it to its owner. */
export const atKeeta = '466663'
const keeta = { clientId: 'jobs', clientSecret: 'secret' }

const ifood = { clientId: 'jobs', clientSecret: 'secret', codeClientId: 'jobs-code' }

/**
 * The demo's stores with closed days, and iFood's simulator, which sends only what a job asks of it; the answer to an
 * action too, unless `answersAfterMs` says when.
 */
export async function openStores({
  answersAfterMs = 3_600_000,
  printing = false,
  environment = {},
}: {
  readonly answersAfterMs?: number
  readonly printing?: boolean
  readonly environment?: Readonly<Record<string, string>>
} = {}): Promise<Stores> {
  const simulator = await startSimulator({
    ...ifood,
    port: 0,
    webhookUrl: null,
    actionDelayMs: answersAfterMs,
  })
  const control = simulatorControl(simulator.url)
  const second = await spawnKeeta(keeta)
  await orderingAppControl(second.url).setMerchants([{ merchantId: atKeeta, name: grill.name }])
  const panel = await startPanel({
    printing,
    environment: {
      IFOOD_BASE_URL: simulator.url,
      IFOOD_CLIENT_ID: ifood.clientId,
      IFOOD_CLIENT_SECRET: ifood.clientSecret,
      IFOOD_POLL_SECONDS: '1',
      KEETA_BASE_URL: second.url,
      KEETA_CLIENT_ID: keeta.clientId,
      KEETA_CLIENT_SECRET: keeta.clientSecret,
      ...environment,
    },
  })
  await prepareDemoIfood(control, {
    reviews: await knownReviews(panel.databaseUrl()),
    approved: await approvedMerchants(panel.databaseUrl()),
  })
  const client = new pg.Client({ connectionString: panel.databaseUrl() })
  await client.connect()
  return {
    panel,
    control,
    rows: async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(statement, [...values])).rows,
    close: async () => {
      await client.end()
      await panel.stop()
      await simulator.stop()
      await second.stop()
    },
  }
}

const [first, next] = demoStores
if (!first || !next) throw new Error('the demo has no two stores')
export const grill = first
/** All its printers work; the grill has one that is off. */
export const otherStore = next

/** The grill sells one dish at iFood: an order then holds that dish alone. */
export async function sellOnly({ control }: Stores, code: string): Promise<string> {
  const dish = demoMenu(grill).items.find((item) => item.code === code)
  if (!dish) throw new Error(`the grill does not sell ${code}`)
  await control.setMerchants(
    demoStores.map(({ merchantId, name }) => ({
      merchantId,
      name,
      menu:
        merchantId === grill.merchantId
          ? [{ itemId: dish.partnerItemId, code, name: dish.name, cents: dish.cents }]
          : [],
    })),
  )
  return dish.name
}
