import { livesIn } from '../db/cells.ts'
import type { Deps } from '../deps.ts'
import type { Round } from './consumer.ts'

/** Of the cell that these dependencies are within, or of all. */
export async function everyStore(deps: Deps): Promise<readonly string[]> {
  const { within } = deps.cells
  const rows = await deps.directory
    .selectFrom('menu_slugs')
    .select('store_id')
    .distinct()
    .$if(within !== null, (stores) => stores.where(livesIn(within ?? '')))
    .execute()
  return rows.map((row) => row.store_id)
}

export async function eachStore(
  deps: Deps,
  round: Round,
  work: (deps: Deps, storeId: string) => Promise<unknown>,
): Promise<void> {
  await eachOf(await everyStore(deps), deps, round, work)
}

/** One store's failure ages no other: it is logged, and the round goes on. */
export async function eachOf(
  storeIds: readonly string[],
  deps: Deps,
  { signal, progressed }: Round,
  work: (deps: Deps, storeId: string) => Promise<unknown>,
): Promise<void> {
  for (const storeId of storeIds) {
    if (signal.aborted) return
    try {
      await work(deps, storeId)
    } catch (error) {
      deps.log.warn({ err: error, storeId }, 'the work of one store failed; the next round tries again')
    }
    progressed()
  }
}

const atOnce = 200

/** Every store, two hundred in one call. If it fails, each of them is tried alone, so that one store's failure ages no other. */
export async function manyStores(
  deps: Deps,
  round: Round,
  work: (deps: Deps, storeIds: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const storeIds = await everyStore(deps)
  for (let from = 0; from < storeIds.length && !round.signal.aborted; from += atOnce) {
    const some = storeIds.slice(from, from + atOnce)
    try {
      await work(deps, some)
    } catch (error) {
      deps.log.warn({ err: error, stores: some.length }, 'work over many stores failed; each is tried alone')
      await eachOf(some, deps, round, (given, storeId) => work(given, [storeId]))
    }
    round.progressed()
  }
}
