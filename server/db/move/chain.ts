import type pg from 'pg'
import type { CellAddress } from '../../env-cells.ts'
import { MoveError } from './sessions.ts'

export interface Chain {
  readonly id: string
  /** All its stores, sorted. */
  readonly storeIds: readonly string[]
  readonly from: string
}

/** The chain of a store by id or slug, as the directory has it now. */
export async function findChain(directory: pg.Client, store: string): Promise<string> {
  const { rows } = await directory.query<{ chain: string }>(
    `select p.chain from store_places p
     where p.store_id::text = lower($1) or p.store_id = (select m.store_id from menu_slugs m where m.slug = lower($1))`,
    [store],
  )
  const [found] = rows
  if (!found) throw new MoveError(`no store has the id or the slug ${store}`)
  return found.chain
}

export async function readChain(directory: pg.Client, id: string): Promise<Chain> {
  const { rows } = await directory.query<{ store_id: string; cell: string }>(
    'select store_id, cell from store_places where chain = $1 order by store_id',
    [id],
  )
  const cells = [...new Set(rows.map(({ cell }) => cell))]
  const [from] = cells
  if (from === undefined) throw new MoveError('the chain has no store')
  if (cells.length > 1) throw new MoveError(`the chain has stores in several cells: ${cells.join(', ')}`)
  return { id, from, storeIds: rows.map(({ store_id: storeId }) => storeId) }
}

export function addressOf(cells: readonly CellAddress[], name: string): string {
  const found = cells.find((cell) => cell.name === name)
  if (!found)
    throw new MoveError(`CELLS names no cell ${name}; it has ${cells.map((cell) => cell.name).join(', ')}`)
  return found.url
}

/** Writes the new place without committing it; false: the chain has got another store since it was read. */
export async function preparePlace(directory: pg.Client, chain: Chain, to: string): Promise<boolean> {
  await directory.query('begin')
  // Of somebody who opens a store of this chain.
  await directory.query("set local lock_timeout = '500ms'")
  const { rowCount } = await directory.query(
    'update store_places set cell = $3 where chain = $1 and store_id = any ($2::uuid[]) and cell = $4',
    [chain.id, chain.storeIds, to, chain.from],
  )
  // A statement of its own: it sees a store that was placed while the rows above were awaited.
  const { rows } = await directory.query<{ others: boolean }>(
    'select exists (select from store_places where chain = $1 and cell <> $2) as others',
    [chain.id, to],
  )
  return rowCount === chain.storeIds.length && rows[0]?.others === false
}
