import { sql, type Transaction } from 'kysely'
import type {
  readUsage as readUsageRoute,
  saveMenuReady as saveMenuReadyRoute,
  saveSelfMadeMenu as saveSelfMadeMenuRoute,
} from '../../contract/onboarding/usage.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { itemsWithoutPrice, peopleFactsOf, type PeopleFacts } from './facts.reads.ts'
import { usageOf } from './usage.reads.ts'

export async function readUsage(call: Call<typeof readUsageRoute>): Promise<Reply<typeof readUsageRoute>> {
  const { deps, storeId, now } = call
  const people = await peopleFactsOf(deps.directory, storeId, now)
  return withStoreScope(deps.cells, [storeId], (tx) => usageOf(tx, storeId, people))
}

export async function saveSelfMadeMenu(
  call: Call<typeof saveSelfMadeMenuRoute>,
): Promise<Reply<typeof saveSelfMadeMenuRoute>> {
  const { deps, storeId, body, now } = call
  const people = await peopleFactsOf(deps.directory, storeId, now)
  return withStoreScope(deps.cells, [storeId], (tx) =>
    save(tx, { ...call, people }, { self_made_menu: body.selfMadeMenu }, 'usage/self-made-menu'),
  )
}

/** Ready is a person's word, refused while it is not true. */
export async function saveMenuReady(
  call: Call<typeof saveMenuReadyRoute>,
): Promise<Reply<typeof saveMenuReadyRoute>> {
  const { deps, storeId, body, now } = call
  const people = await peopleFactsOf(deps.directory, storeId, now)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    if (body.menuReady) await rejectUnready(tx, storeId)
    return save(tx, { ...call, people }, { menu_ready: body.menuReady }, 'usage/menu-ready')
  })
}

async function rejectUnready(tx: Transaction<Cell>, storeId: string): Promise<void> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from menu_items where store_id = ${storeId}) as any`.execute(tx)
  if (!rows[0]?.any)
    throw new AppError('usage/menu-not-ready', { message: 'O cardápio está vazio. Ponha os itens primeiro.' })
  const names = await itemsWithoutPrice(tx, storeId)
  if (names.length > 0)
    throw new AppError('usage/menu-not-ready', {
      message: `Falta o preço de ${names.map((name) => `“${name}”`).join(', ')}.`,
    })
}

type SaveCall = (Call<typeof saveSelfMadeMenuRoute> | Call<typeof saveMenuReadyRoute>) & {
  readonly people: PeopleFacts
}

/** The version detects concurrent saves, including the first one. */
async function save(
  tx: Transaction<Cell>,
  { caller, storeId, body, now, requestId, people }: SaveCall,
  change: { readonly self_made_menu: boolean } | { readonly menu_ready: boolean },
  action: string,
) {
  const before = await usageOf(tx, storeId, people)
  const saved =
    body.version === 0
      ? await tx
          .insertInto('usage_data')
          // Not opened in the panel: its first steps never began, and nothing reminds of them.
          .values({ store_id: storeId, started_at: null, ...change })
          .onConflict((conflict) => conflict.constraint('usage_data_pkey').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('usage_data')
          .set({ ...change, version: sql<number>`version + 1` })
          .where('store_id', '=', storeId)
          .where('version', '=', body.version)
          .returning('version')
          .executeTakeFirst()
  const current = await usageOf(tx, storeId, people)
  if (!saved) throw new AppError('usage/stale', { current })
  const shown = ({ selfMadeMenu, menuReady }: typeof current) => ({ selfMadeMenu, menuReady })
  await audit(tx, {
    actorUid: caller.uid,
    action,
    storeId,
    details: { before: shown(before), after: shown(current) },
    requestId,
    at: now,
  })
  return current
}
