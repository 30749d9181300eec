import type { Transaction } from 'kysely'
import type { GuideCause, SuggestedGuide } from '../../contract/tutorials/tutorials.ts'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'
import { readEachCell } from '../db/many-stores.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { openSteps, peopleFactsOf, usageOf } from '../onboarding/onboarding.ts'
import { chatsNow } from '../whatsapp/whatsapp.ts'
import { guideOfStep, guideOfTrouble } from './suggestions.rules.ts'

/** From this wait on the panel's list warns too. */
const longWaitMs = 5 * 60_000

/** Troubles first, then the open first steps of stores that are starting. */
export async function suggestionsOf(
  deps: Deps,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly SuggestedGuide[]> {
  const cells = await readEachCell(deps.cells, storeIds, async (tx, ids) => ({
    waiting: await ofTroubles(tx, ids, now),
    starting: await startingStores(tx, ids),
  }))
  const suggested = cells.flatMap(({ waiting }) => waiting)
  for (const store of cells.flatMap(({ starting }) => starting)) {
    const people = await peopleFactsOf(deps.directory, store.id, now)
    const usage = await withStoreScope(deps.cells, [store.id], (tx) => usageOf(tx, store.id, people))
    suggested.push(
      ...openSteps(usage).flatMap((step) => suggest(store, guideOfStep[step], { kind: 'step', step })),
    )
  }
  return oncePerGuide(suggested)
}

interface NamedStore {
  readonly id: string
  readonly name: string
}

const suggest = (store: NamedStore, guide: GuideId | null, cause: GuideCause): readonly SuggestedGuide[] =>
  guide ? [{ guide, storeId: store.id, store: store.name, cause }] : []

async function ofTroubles(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  now: Date,
): Promise<readonly SuggestedGuide[]> {
  const troubles = await tx
    .selectFrom('store_troubles')
    .innerJoin('stores', 'stores.id', 'store_troubles.store_id')
    .select(['stores.id', 'stores.name', 'kind'])
    .where('store_id', 'in', storeIds)
    .where('told_at', 'is not', null)
    .orderBy('since')
    .execute()
  const waits = (await chatsNow(tx, storeIds, now))
    .filter(({ waitsSince }) => waitsSince !== null && now.getTime() - waitsSince.getTime() >= longWaitMs)
    .map(({ storeId }) => storeId)
  const stores =
    waits.length === 0
      ? []
      : await tx.selectFrom('stores').select(['id', 'name']).where('id', 'in', waits).execute()
  return [
    ...troubles.flatMap(({ kind, ...store }) =>
      kind === 'printer-silent' || kind === 'channel-closed'
        ? suggest(store, guideOfTrouble[kind], { kind })
        : [],
    ),
    ...waits.flatMap((storeId) => {
      const store = stores.find(({ id }) => id === storeId)
      return store ? suggest(store, guideOfTrouble['chat-waits'], { kind: 'chat-waits' }) : []
    }),
  ]
}

const startingStores = (tx: Transaction<Cell>, storeIds: readonly string[]): Promise<readonly NamedStore[]> =>
  tx
    .selectFrom('usage_data')
    .innerJoin('stores', 'stores.id', 'usage_data.store_id')
    .select(['stores.id', 'stores.name'])
    .where('store_id', 'in', storeIds)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .execute()

const oncePerGuide = (all: readonly SuggestedGuide[]): readonly SuggestedGuide[] =>
  all.filter((one, index) => all.findIndex(({ guide }) => guide === one.guide) === index)
