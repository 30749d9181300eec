import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** A store at every channel, whose partners send poison and go away, and whose server dies at every point of an order. */
export async function playChannels(ordersEach: number): Promise<PlayedChannels> {
  return {
    poison: await beside((shop) => playPoison(shop, { orders: ordersEach, oneIn: 100, seed: 20_261_127 })),
    down: await beside((shop) => playHourDown(shop, 120)),
    killed: await killAtPoints(),
  }
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
