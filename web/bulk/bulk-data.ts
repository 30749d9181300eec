import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  beginBulk,
  readBulk,
  readBulkFiles,
  readRecentBulks,
  retryBulk,
  tryBulk,
  undoBulk,
  type BulkAct,
  type BulkAction,
} from '../../contract/bulk/bulk.ts'
import { readHome } from '../../contract/home/home.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { download } from '../api/download.ts'
import { queryClient, queryFor, refresh } from '../api/query.ts'
import { countsOf } from './bulk-words.rules.ts'

/** While parts wait; then the act does not change on its own. */
const everyMs = 1_000

/** What would happen in each of these stores. Asked once: what the person reads stays as it is. */
export const useTried = (action: BulkAction, storeIds: readonly string[]) =>
  useQuery({
    queryKey: [tryBulk.name, action, storeIds],
    queryFn: () => ask(tryBulk, { query: { selection: storeIds.join(',') }, body: { action } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const useAct = (id: string) =>
  useQuery({
    ...actQuery(id),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && countsOf(data.parts).waiting === 0 ? false : everyMs),
  })

const actQuery = (id: string) => queryFor(readBulk, { params: { id }, query: {} })

/** `selection`: store ids, comma-separated. */
export const useRecentActs = (selection: string) =>
  useQuery({
    ...queryFor(readRecentBulks, { query: { selection } }, { afterPaint: true }),
    staleTime: 15_000,
  })

/** The key makes a repeated press answer with the same act. */
export async function begin(
  action: BulkAction,
  storeIds: readonly string[],
  idempotencyKey: string,
): Promise<BulkAct> {
  const query = { selection: storeIds.join(',') }
  return known(await ask(beginBulk, { query, body: { action } }, { idempotencyKey }))
}

export const tryAgain = async (id: string): Promise<BulkAct> =>
  known(await ask(retryBulk, { params: { id }, query: {}, body: {} }))

export const takeBack = async (id: string): Promise<BulkAct> =>
  known(await ask(undoBulk, { params: { id }, query: {}, body: {} }))

/** Of one store as it is, of several in a zip. */
export const saveFiles = (id: string, storeIds: readonly string[]): Promise<void> =>
  download(readBulkFiles, { params: { id }, query: { selection: storeIds.join(',') } })

function known(act: BulkAct): BulkAct {
  queryClient.setQueryData(actQuery(act.id).queryKey, act)
  void refresh(readRecentBulks)
  return act
}

/** What the stores show changed with the act. */
export const refreshAfterAct = (): Promise<unknown> =>
  Promise.all([refresh(readStoresNow), refresh(readHome), refresh(readRecentBulks)])
