import { sql, type Transaction } from 'kysely'
import { roleMeets } from '../../../contract/shared/access.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import {
  storeZones,
  type readStoreProfile as readRoute,
  type saveStoreProfile as saveRoute,
  type StoreProfile,
} from '../../../contract/stores/profile.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { followSavedSlug, releaseSlug, reserveSlug } from './menu-slugs.ts'
import { lookAtDaysAgain } from './look-at-days-again.ts'
import { formerSlugsOf, profileOf } from './profile.reads.ts'

export async function readStoreProfile(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId, now } = call
  const formerSlugs = await formerSlugsOf(deps.directory, storeId, now)
  return withStoreScope(deps.cells, [storeId], (tx) => profileOf(tx, storeId, formerSlugs, now))
}

type SaveCall = Call<typeof saveRoute>

/**
 * The audit entry holds only what changed, before and after. Another slug is reserved in the directory first, then the
 * store's row is saved, and the directory follows it.
 */
export async function saveStoreProfile(call: SaveCall): Promise<Reply<typeof saveRoute>> {
  const { deps, storeId, body, now } = call
  const formerSlugs = await formerSlugsOf(deps.directory, storeId, now)
  const before = await withStoreScope(deps.cells, [storeId], (tx) => profileOf(tx, storeId, formerSlugs, now))
  rejectSave(call, before)
  if (body.menuSlug === before.menuSlug) return save(call, formerSlugs)
  await reserveSlug(deps.directory, storeId, body.menuSlug, now)
  const saved = await save(call, formerSlugs).catch(async (error: unknown) => {
    await releaseSlug(deps.directory, storeId, body.menuSlug, now)
    throw error
  })
  await followSavedSlug(deps, storeId)
  return { ...saved, formerSlugs: await formerSlugsOf(deps.directory, storeId, now) }
}

function rejectSave({ role, body }: SaveCall, before: StoreProfile): void {
  if (before.version !== body.version) throw new AppError('store/stale-profile', { current: before })
  if (body.pixKey !== before.pixKey && !roleMeets(role, 'owner'))
    throw new AppError('permission/denied', {
      message: 'Só donos da loja mudam a chave Pix: é para onde vai o dinheiro.',
    })
  if (body.timezone !== before.timezone && !storeZones.includes(body.timezone))
    refuse('timezone', 'Escolha um fuso do Brasil.')
}

function save(call: SaveCall, formerSlugs: StoreProfile['formerSlugs']): Promise<StoreProfile> {
  const { deps, caller, storeId, body, now, requestId } = call
  // The owner's other stores too: a code names one of them.
  const scope = [...new Set([storeId, ...caller.access.keys()])]
  return withStoreScope(
    deps.cells,
    scope,
    async (tx) => {
      await tx.selectFrom('stores').select('id').where('id', '=', storeId).forUpdate().execute()
      const before = await profileOf(tx, storeId, formerSlugs, now)
      rejectSave(call, before)
      if (body.code !== null && body.code !== before.code)
        await rejectTakenCode(tx, body.code, { storeId, scope, uid: caller.uid })
      await tx
        .updateTable('stores')
        .set({
          name: body.name,
          brand_name: body.brand,
          code: body.code,
          phone: body.phone,
          document: body.document,
          menu_slug: body.menuSlug,
          pix_key: body.pixKey,
          timezone: body.timezone,
          address: JSON.stringify(body.address),
          profile_version: sql<number>`profile_version + 1`,
          updated_at: sql<Date>`case when active then ${now}::timestamptz else updated_at end`,
        })
        .where('id', '=', storeId)
        .execute()
      if (body.menuSlug !== before.menuSlug)
        await enqueue(tx, 'store-slug', {}, { storeId, lane: storeId, dueAt: now })
      // Orders that are for a coming day count on the day that their hour then has.
      if (body.timezone !== before.timezone) {
        await sql`select place_scheduled_orders(${storeId}, ${before.dayStart.today})`.execute(tx)
        await lookAtDaysAgain(tx, storeId, { from: before.dayStart.today, recalculated: null }, now)
      }
      const after = await profileOf(tx, storeId, formerSlugs, now)
      publishStoreEvent(tx, storeId, 'profile', now)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'store/profile-saved',
        storeId,
        details: differences(before, after),
        requestId,
        at: now,
      })
      return after
    },
    { uid: caller.uid },
  )
}

async function rejectTakenCode(
  tx: Transaction<Cell>,
  code: string,
  of: { readonly storeId: string; readonly scope: readonly string[]; readonly uid: string },
): Promise<void> {
  // Two saves of one person for two stores: the second waits here and finds the code taken.
  await sql`select pg_advisory_xact_lock(hashtext(${`store-code:${of.uid}`}))`.execute(tx)
  const taken = await tx
    .selectFrom('stores')
    .select('name')
    .where('id', 'in', of.scope)
    .where('id', '<>', of.storeId)
    .where('code', '=', code)
    .executeTakeFirst()
  if (taken) {
    const message = `${taken.name} já usa esta sigla.`
    throw new AppError('store/code-taken', { details: [{ path: 'code', message }] })
  }
}

function differences(before: StoreProfile, after: StoreProfile) {
  const names = (Object.keys(after) as (keyof StoreProfile)[]).filter(
    (name) => name !== 'version' && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const only = (profile: StoreProfile) => Object.fromEntries(names.map((name) => [name, profile[name]]))
  return { before: only(before), after: only(after) }
}

function refuse(path: string, message: string): never {
  throw new AppError('validation/refused', { details: [{ path, message }] })
}
