import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { everyKind } from '../../../server/marketplaces/registry.ts'
import { startPrivatePostgres } from '../../../server/db/postgres/private-postgres.ts'
import { migrate } from '../../../server/db/schema/migrate.ts'
import { killAtPoints, type KilledPoint } from './kill-at-points.ts'
import { playHourDown, type HourDown } from './partner-down.ts'
import { playPoison, type PlayedPoison } from './poison.ts'
import { startShopOfAll, type ShopOfAll } from './shop-of-all.ts'

export interface PlayedChannels {
  readonly poison: readonly PlayedPoison[]
  readonly down: readonly HourDown[]
  readonly killed: readonly KilledPoint[]
}

const hourRounds = 60
const channels = everyKind.map(({ platform }) => platform)

/**
 * A store at every channel, whose partners send poison and go away, and whose server dies at every point of an order.
 * `say`: what has ended, in the order in which it ends.
 */
export async function playChannels(
  ordersEach: number,
  say: (ended: string) => void = () => {},
): Promise<PlayedChannels> {
  const began = performance.now()
  const noted = <T>(what: string, played: T): T => {
    say(`${String(Math.round((performance.now() - began) / 1_000))} s: ${what}`)
    return played
  }
  const plan = { orders: ordersEach, oneIn: 100, seed: 20_261_127 }
  const poison = await beside((shop) => playPoison(shop, plan, (what) => noted(what, undefined)))
  const down = await beside((shop) => playHourDown(shop, hourRounds, (what) => noted(what, undefined)))
  // A kill is mostly waiting: for claims to end, and for the server to start.
  const killed = await Promise.all(
    channels.map(async (channel) =>
      noted(`${channel} killed at every point`, await killAtPoints((_, of) => of === channel)),
    ),
  )
  return { poison, down, killed: killed.flat() }
}

/** On a database of its own. */
async function beside<T>(work: (shop: ShopOfAll) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-faults-'))
  chmodSync(folder, 0o755)
  const postgres = await startPrivatePostgres({ dataRoot: join(folder, 'pg') })
  try {
    await migrate(postgres.url)
    const shop = await startShopOfAll({ url: postgres.url, drop: () => Promise.resolve() })
    try {
      return await work(shop)
    } finally {
      await shop.stop()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
