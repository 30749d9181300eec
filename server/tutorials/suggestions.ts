import type { Transaction } from 'kysely'
import type { GuideCause, SuggestedGuide } from '../../contract/tutorials/tutorials.ts'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'
import type { Cell } from '../db/tables.ts'
import { openSteps, usageOf } from '../onboarding/onboarding.ts'
import { chatsNow } from '../whatsapp/whatsapp.ts'
import { guideOfStep, guideOfTrouble } from './suggestions.rules.ts'

/** From this wait on the panel's list warns too. */
const longWaitMs = 5 * 60_000

/** In the scope of these stores: troubles first, then the open first steps of stores that are starting. */
export async function suggestionsOf(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly SuggestedGuide[]> {
  const stores = await tx.selectFrom('stores').select(['id', 'name']).where('id', 'in', storeIds).execute()
  const suggest = (storeId: string, guide: GuideId | null, cause: GuideCause): SuggestedGuide[] => {
    const store = stores.find(({ id }) => id === storeId)?.name
    return guide && store !== undefined ? [{ guide, storeId, store, cause }] : []
  }
  const troubles = await tx
    .selectFrom('store_troubles')
    .select(['store_id', 'kind'])
    .where('store_id', 'in', storeIds)
    .where('told_at', 'is not', null)
    .orderBy('since')
    .execute()
  const longWaits = (await chatsNow(tx, storeIds, now))
    .filter(({ waitsSince }) => waitsSince !== null && now.getTime() - waitsSince.getTime() >= longWaitMs)
    .map(({ storeId }) => storeId)
  const starting = await tx
    .selectFrom('usage_data')
    .select('store_id')
    .where('store_id', 'in', storeIds)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .execute()
  const suggested = troubles.flatMap(({ store_id: storeId, kind }) =>
    kind === 'printer-silent' || kind === 'channel-closed'
      ? suggest(storeId, guideOfTrouble[kind], { kind })
      : [],
  )
  for (const storeId of longWaits)
    suggested.push(...suggest(storeId, guideOfTrouble['chat-waits'], { kind: 'chat-waits' }))
  for (const { store_id: storeId } of starting) {
    const steps = openSteps(await usageOf(tx, storeId, now))
    suggested.push(...steps.flatMap((step) => suggest(storeId, guideOfStep[step], { kind: 'step', step })))
  }
  return oncePerGuide(suggested)
}

const oncePerGuide = (all: readonly SuggestedGuide[]): readonly SuggestedGuide[] =>
  all.filter((one, index) => all.findIndex(({ guide }) => guide === one.guide) === index)
