import { openDatabase } from '../server/db/connections/pool.ts'
import { differenceText } from '../server/reports/closing/kept-rows.rules.ts'
import { rebuildRollUps } from '../server/reports/closing/rebuild-roll-ups.ts'

/** `npm run rebuild-rollups`: recomputes every store's report figures from its orders and prints differences. */
const url = process.env.DATABASE_URL
if (!url) {
  console.error('Falta DATABASE_URL.')
  process.exit(1)
}
const database = await openDatabase(url, { role: 'balcao_app', max: 1, statementTimeoutMs: 60_000 })
let days = 0
let mended = 0
try {
  const stores = await database.db
    .selectFrom('menu_slugs')
    .select(['store_id', 'slug'])
    .orderBy('slug')
    .execute()
  for (const { store_id: storeId, slug } of stores) {
    const rebuilt = await rebuildRollUps(database.db, storeId, new Date())
    days += rebuilt.days
    mended += rebuilt.mended.length
    for (const difference of rebuilt.mended) console.log(`${slug}: ${differenceText(difference)}`)
  }
  console.log(`${stores.length} lojas, ${days} dias conferidos, ${mended} linhas refeitas.`)
} finally {
  await database.close()
}
