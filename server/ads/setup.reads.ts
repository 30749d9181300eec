import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { adsStates, type AdsSetup } from '../../contract/ads/ads.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { openSecret } from '../integrations/integrations.ts'
import type { AdsAccess } from './ads-network.ts'

/** Where the owner makes the dataset and its key. */
const handOffUrl = 'https://business.facebook.com/events_manager2'

const setupRow = (tx: Transaction<Cell>, storeId: string) =>
  tx.selectFrom('ads_setups').selectAll().where('store_id', '=', storeId)

export async function setupOf(tx: Transaction<Cell>, storeId: string): Promise<AdsSetup> {
  const row = await setupRow(tx, storeId).executeTakeFirst()
  return {
    state: z.parse(z.enum(adsStates), row?.state ?? 'none'),
    handOffUrl,
    datasetId: row?.dataset_id ?? null,
    datasetName: row?.dataset_name ?? null,
    accountId: row?.account_id ?? null,
    testing: Boolean(row?.test_event_code),
    startedAt: row?.started_at?.toISOString() ?? null,
    startedBy: row?.started_by ?? null,
    finishedAt: row?.finished_at?.toISOString() ?? null,
    finishedBy: row?.finished_by ?? null,
    failedAt: row?.failed_at?.toISOString() ?? null,
    failedBy: row?.failed_by ?? null,
    failure: row?.failure ?? null,
    version: row?.version ?? 0,
  }
}

const secret = z.object({ accessToken: z.string() })
/** Whose the sealed key is: a row copied to another store does not open. */
export const keyOwner = (storeId: string): string => `ads ${storeId}`

/** Null: the setup is not finished. */
export async function accessOf(
  tx: Transaction<Cell>,
  storeId: string,
  env: Deps['env'],
): Promise<AdsAccess | null> {
  const row = await setupRow(tx, storeId).executeTakeFirst()
  if (row?.state !== 'finished' || !row.dataset_id || !row.account_id) return null
  const { accessToken } = secret.parse(openSecret(row, keyOwner(storeId), env))
  return {
    datasetId: row.dataset_id,
    accountId: row.account_id,
    accessToken,
    testEventCode: row.test_event_code,
  }
}
