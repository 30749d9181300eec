import type { Deps } from '../deps.ts'
import type { Round } from './consumer.ts'

export async function everyStore(deps: Deps): Promise<readonly string[]> {
  const rows = await deps.directory.selectFrom('menu_slugs').select('store_id').distinct().execute()
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
