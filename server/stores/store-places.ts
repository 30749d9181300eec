import { sql, type Transaction } from 'kysely'
import { roleLevel } from '../../contract/shared/access.ts'
import { asUser } from '../db/scope.ts'
import type { Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'

/**
 * Places a new store before it has a row: in the cell of its owner's chain, and the first store of an owner in the
 * emptiest cell. A store that is then refused keeps its place, which nothing reads: its row may have been written when the
 * answer was lost.
 */
export const placeStore = (
  deps: Pick<Deps, 'directory' | 'cells' | 'log'>,
  storeId: string,
  uid: string,
): Promise<void> =>
  asUser(deps.directory, uid, async (tx) => {
    // Two stores that an owner opens at once are of one chain.
    await sql`select pg_advisory_xact_lock(hashtext(${`chain:${uid}`}))`.execute(tx)
    const chain = await chainOf(tx, uid)
    const cell = chain.cell ?? (await emptiest(tx, answering(deps.cells)))
    if (!deps.cells.names.includes(cell)) {
      deps.log.error(
        { storeId, cell, configured: deps.cells.names },
        'CELLS does not name the cell of a chain',
      )
      throw new AppError('store/cell-unknown')
    }
    await tx.insertInto('store_places').values({ store_id: storeId, chain: chain.id, cell }).execute()
  })

interface Chain {
  readonly id: string
  /** Null: this is its first store. */
  readonly cell: string | null
}

/** The chain that this owner began, else that of the oldest store that the owner shares. */
async function chainOf(tx: Transaction<Directory>, uid: string): Promise<Chain> {
  const { rows } = await sql<Chain>`
    with own (id) as (values (md5('chain ' || ${uid})::uuid)),
      known as (
        select p.chain, p.cell from store_places p, own
        where p.chain = own.id or p.store_id in (
          select a.store_id from access_entries a where a.uid = ${uid} and a.role = ${roleLevel.owner})
        order by p.chain = own.id desc, p.store_id limit 1
        -- A mover waits, or has written the new place before it is read.
        for share of p)
    select coalesce(known.chain, own.id) as id, known.cell from own left join known on true`.execute(tx)
  const [chain] = rows
  if (!chain) throw new Error('one row expected')
  return chain
}

/** A first store waits for no cell that is away while there is another. */
function answering({ names, away }: Pick<Deps['cells'], 'names' | 'away'>): readonly string[] {
  const gone = away()
  const here = names.filter((name) => !gone.includes(name))
  return here.length > 0 ? here : names
}

async function emptiest(tx: Transaction<Directory>, names: readonly string[]): Promise<string> {
  const [first = ''] = names
  if (names.length === 1) return first
  const { rows } = await sql<{ name: string }>`
    select c.name from unnest(${names}::text[]) with ordinality c (name, at)
      left join store_places p on p.cell = c.name
    group by c.name, c.at order by count(p.store_id), c.at limit 1`.execute(tx)
  return rows[0]?.name ?? first
}
