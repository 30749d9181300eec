import { pino } from 'pino'
import { openDatabase } from '../db/connections/pool.ts'
import type { Deps } from '../deps.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import { runPart } from '../bulk/bulk.ts'
import { claimEffects, runEffect } from '../outbox/relay.ts'
import { oneCell } from '../db/tables.ts'

/** A worker that does parts of acts, four at a time, until it is killed. No marketplace answers it. The time is given in ms. */
const [url = '', at = '', storeIds = ''] = process.argv.slice(2)
const { db } = await openDatabase(url, { role: 'balcao_app' })
const deps = {
  directory: db,
  cells: oneCell(db),
  log: pino({ level: 'silent' }),
  env: { ROOT_USER_IDS: [] },
  marketplaces: { configured: [] },
  now: () => new Date(Number(at)),
} as unknown as Deps
const outOfReach = new MarketplaceError('', 'unreachable', 'to this process')
const stores = storeIds.split(',').map((storeId) => ({ storeId, most: 1 }))
for (;;) {
  const rows = await claimEffects(deps, stores, { most: 4, suspects: true })
  if (rows.length === 0) break
  await Promise.all(
    rows.map((row) =>
      runEffect(
        deps,
        {
          'bulk-part': { run: (effect) => runPart(deps, effect.storeId, effect.payload.actId) },
          'channel-pause': { run: async () => Promise.reject(outOfReach) },
        },
        row,
      ),
    ),
  )
}
