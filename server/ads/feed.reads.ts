import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import { menuOf } from '../menu/menu.ts'
import { feedRow, type FeedRow, type FeedStore } from './feed.rules.ts'

interface StoreState {
  readonly brand: string
  readonly slug: string
  readonly active: boolean
  readonly phone: string | null
  readonly state: string
}

export interface FeedHead {
  readonly store: FeedStore
  /** Changes with anything that the feeds show. */
  readonly version: string
  /** pt-BR; null: the feeds are served. */
  readonly problem: string | null
}

/** Null: no such store. Times of the day are not part of a feed, so its version is that of the menu and the store. */
export async function feedHead(
  tx: Transaction<Cell>,
  storeId: string,
  origin: string,
): Promise<FeedHead | null> {
  const { rows } = await sql<StoreState>`
    select s.brand_name as brand, s.menu_slug as slug, s.active, s.phone,
      concat_ws(' ', s.version, s.profile_version, s.active, coalesce(m.version, 0)) as state
    from stores s left join menu_states m on m.store_id = s.id
    where s.id = ${storeId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const facts = JSON.stringify([row.state, row.brand, row.slug, row.phone, origin])
  return {
    store: { brand: row.brand, slug: row.slug, origin },
    version: createHash('sha256').update(facts).digest('base64url'),
    problem: row.phone
      ? row.active
        ? null
        : 'A loja está inativa.'
      : 'Falta o telefone da loja, para onde os itens levam.',
  }
}

export async function feedOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
  origin: string,
): Promise<{ readonly rows: readonly FeedRow[]; readonly leftOut: number; readonly problem: string | null }> {
  const head = await feedHead(tx, storeId, origin)
  if (!head) return { rows: [], leftOut: 0, problem: null }
  const menu = await menuOf(tx, storeId, now)
  const categories = new Map(menu.categories.map(({ id, name }) => [id, name]))
  const rows = menu.items.flatMap((item) => feedRow(item, categories, head.store) ?? [])
  return { rows, leftOut: menu.items.length - rows.length, problem: head.problem }
}
