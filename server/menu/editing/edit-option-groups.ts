import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  addOptionGroup as addRoute,
  deleteOptionGroup as deleteRoute,
  updateOptionGroup as updateRoute,
} from '../../../contract/menu/edit-menu.ts'
import { isBelow } from '../../../contract/menu/asked-groups.ts'
import type { ErrorDetail } from '../../../contract/shared/errors.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { keepDeletion } from './keep-deletion.ts'
import { optionGroupsOf } from '../reads/menu.reads.ts'
import { menuChanged } from '../changed/menu-changed.ts'

type Fields = Call<typeof addRoute>['body']

export async function addOptionGroup(call: Call<typeof addRoute>): Promise<Reply<typeof addRoute>> {
  const { deps, storeId, body, caller, now, requestId } = call
  rejectImpossible(body)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
    const id = uuidv7()
    await sql`
      insert into menu_option_groups
        (store_id, id, name, description, status, min_permitted, max_permitted, price_method, position)
      select ${storeId}, ${id}, ${body.name}, ${body.description}, ${body.status}, ${body.minPermitted},
        ${body.maxPermitted}, ${body.priceMethod ?? 'SUM'}, coalesce(max(position), -1) + 1
      from menu_option_groups where store_id = ${storeId}`.execute(tx)
    await placeGroup(tx, storeId, id, body.optionId)
    await writeOptions(tx, storeId, id, body.options)
    const group = await groupOf(tx, storeId, id)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/group-added',
      storeId,
      subject: body.name,
      details: { group },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return group
  })
}

export async function updateOptionGroup(call: Call<typeof updateRoute>): Promise<Reply<typeof updateRoute>> {
  const { deps, storeId, params, body, caller, now, requestId } = call
  rejectImpossible(body)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await sql`select 1 from stores where id = ${storeId} for no key update`.execute(tx)
    const before = await lockGroup(tx, storeId, params.groupId)
    if (before.version !== body.version) throw new AppError('menu/stale-group', { current: before })
    await tx
      .updateTable('menu_option_groups')
      .set({
        name: body.name,
        description: body.description,
        status: body.status,
        min_permitted: body.minPermitted,
        max_permitted: body.maxPermitted,
        price_method: body.priceMethod ?? before.priceMethod,
        version: sql<number>`version + 1`,
      })
      .where('store_id', '=', storeId)
      .where('id', '=', params.groupId)
      .execute()
    rejectForeignOptions(
      body,
      before.options.map((option) => option.id),
    )
    await placeGroup(tx, storeId, params.groupId, body.optionId)
    await writeOptions(tx, storeId, params.groupId, body.options)
    await setChannelPrices(tx, storeId, body.options)
    const after = await groupOf(tx, storeId, params.groupId)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/group-changed',
      storeId,
      subject: body.name,
      details: { groupId: params.groupId, before, after },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return after
  })
}

export async function deleteOptionGroup(call: Call<typeof deleteRoute>): Promise<Reply<typeof deleteRoute>> {
  const { deps, storeId, params, caller, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const { name } = await lockGroup(tx, storeId, params.groupId)
    const { rows } = await sql<{ content: unknown }>`
      select jsonb_build_object('row', to_jsonb(g), 'options', coalesce((
          select jsonb_agg(to_jsonb(o)) from menu_options o where o.store_id = g.store_id and o.group_id = g.id), '[]'),
        'links', coalesce((
          select jsonb_agg(to_jsonb(l)) from menu_item_option_groups l
          where l.store_id = g.store_id and l.group_id = g.id), '[]'),
        'inner', coalesce((
          select jsonb_agg(jsonb_build_object('id', i.id, 'option_id', i.option_id))
          from menu_option_groups i join menu_options o on o.store_id = i.store_id and o.id = i.option_id
          where o.store_id = g.store_id and o.group_id = g.id), '[]')) as content
      from menu_option_groups g where g.store_id = ${storeId} and g.id = ${params.groupId}`.execute(tx)
    await tx
      .deleteFrom('menu_option_groups')
      .where('store_id', '=', storeId)
      .where('id', '=', params.groupId)
      .execute()
    const deletionId = await keepDeletion(tx, storeId, {
      kind: 'group',
      name,
      content: rows[0]?.content,
      now,
    })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/group-deleted',
      storeId,
      subject: name,
      details: { groupId: params.groupId },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return { deletionId, name }
  })
}

/** A choice that no customer could make. */
function rejectImpossible({ minPermitted, maxPermitted, options }: Fields): void {
  const most = options.reduce((sum, option) => sum + option.maxPermitted, 0)
  const details: ErrorDetail[] = [
    ...(minPermitted > maxPermitted ? [{ path: 'minPermitted', message: 'O mínimo passa do máximo.' }] : []),
    ...(minPermitted > most
      ? [{ path: 'minPermitted', message: `Não há opções para escolher ${String(minPermitted)}.` }]
      : []),
  ]
  if (details.length > 0) throw new AppError('validation/refused', { details })
}

/** Asks the group with this option, and with no item any more. Null: with the items that name it. */
async function placeGroup(
  tx: Transaction<Cell>,
  storeId: string,
  groupId: string,
  optionId: string | null | undefined,
): Promise<void> {
  if (optionId === undefined) return
  if (optionId !== null) {
    const groups = await optionGroupsOf(tx, storeId)
    const message = !groups.some(({ options }) => options.some(({ id }) => id === optionId))
      ? 'Esta opção não está mais no cardápio.'
      : isBelow(groups, groupId, optionId)
        ? 'Esta opção é do próprio grupo, ou de um que é perguntado com ele.'
        : null
    if (message) throw new AppError('validation/refused', { details: [{ path: 'optionId', message }] })
    await sql`delete from menu_item_option_groups where store_id = ${storeId} and group_id = ${groupId}`.execute(
      tx,
    )
  }
  await sql`
    update menu_option_groups set option_id = ${optionId} where store_id = ${storeId} and id = ${groupId}`.execute(
    tx,
  )
}

function rejectForeignOptions({ options }: Fields, known: readonly string[]): void {
  const ids = options.flatMap((option) => option.id ?? [])
  const details = options.flatMap(({ id }, index) =>
    id === undefined || (known.includes(id) && ids.indexOf(id) === ids.lastIndexOf(id))
      ? []
      : [{ path: `options.${String(index)}`, message: 'Esta opção não está mais no grupo.' }],
  )
  if (details.length > 0) throw new AppError('validation/refused', { details })
}

async function writeOptions(
  tx: Transaction<Cell>,
  storeId: string,
  groupId: string,
  options: Fields['options'],
): Promise<void> {
  const rows = options.map((option, position) => ({ ...option, id: option.id ?? uuidv7(), position }))
  await tx
    .deleteFrom('menu_options')
    .where('store_id', '=', storeId)
    .where('group_id', '=', groupId)
    .where(
      'id',
      'not in',
      rows.map((row) => row.id),
    )
    .execute()
  await sql`
    insert into menu_options (store_id, id, group_id, name, description, status, price_cents, max_permitted, position)
    select ${storeId}, r.id, ${groupId}, r.name, r.description, r.status, r."priceCents", r."maxPermitted", r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, name text, description text, status text,
      "priceCents" integer, "maxPermitted" integer, position integer)
    on conflict (store_id, id) do update set name = excluded.name, description = excluded.description,
      status = excluded.status, price_cents = excluded.price_cents, max_permitted = excluded.max_permitted,
      position = excluded.position`.execute(tx)
}

/** What its options cost at marketplaces. `menuChanged` sends it. */
async function setChannelPrices(
  tx: Transaction<Cell>,
  storeId: string,
  options: Fields['options'],
): Promise<void> {
  for (const [index, { id, channelPrices = [] }] of options.entries())
    for (const { merchantId, priceCents } of channelPrices) {
      const { rows } = await sql`
        update menu_option_channels set price_cents = ${priceCents}
        where store_id = ${storeId} and option_id = ${id ?? null} and merchant_id = ${merchantId}
          and price_cents is not null
        returning id`.execute(tx)
      if (rows.length > 0) continue
      const message = 'Esta opção não tem preço neste canal.'
      throw new AppError('validation/refused', {
        details: [{ path: `options.${String(index)}.channelPrices`, message }],
      })
    }
}

async function lockGroup(tx: Transaction<Cell>, storeId: string, id: string) {
  await sql`select 1 from menu_option_groups where store_id = ${storeId} and id = ${id} for update`.execute(
    tx,
  )
  return groupOf(tx, storeId, id)
}

async function groupOf(tx: Transaction<Cell>, storeId: string, id: string) {
  const [group] = await optionGroupsOf(tx, storeId, id)
  if (!group) throw new AppError('menu/group-not-found')
  return group
}
