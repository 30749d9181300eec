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

const neverStarted: AdsSetup = {
  state: 'none',
  handOffUrl,
  datasetId: null,
  datasetName: null,
  accountId: null,
  testing: false,
  startedAt: null,
  startedBy: null,
  finishedAt: null,
  finishedBy: null,
  failedAt: null,
  failedBy: null,
  failure: null,
  version: 0,
}
const text = (at: Date | null): string | null => (at === null ? null : at.toISOString())

export async function setupOf(tx: Transaction<Cell>, storeId: string): Promise<AdsSetup> {
  const row = await setupRow(tx, storeId).executeTakeFirst()
  if (!row) return neverStarted
  return {
    state: z.parse(z.enum(adsStates), row.state),
    handOffUrl,
    datasetId: row.dataset_id,
    datasetName: row.dataset_name,
    accountId: row.account_id,
    testing: row.test_event_code !== null,
    startedAt: text(row.started_at),
    startedBy: row.started_by,
    finishedAt: text(row.finished_at),
    finishedBy: row.finished_by,
    failedAt: text(row.failed_at),
    failedBy: row.failed_by,
    failure: row.failure,
    version: row.version,
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
