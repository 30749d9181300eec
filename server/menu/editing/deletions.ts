import { sql, type Transaction } from 'kysely'
import type {
  deleteMenuItem as deleteRoute,
  restoreInMenu as restoreRoute,
} from '../../../contract/menu/edit-menu.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { rejectTakenCategory } from './edit-categories.ts'
import { keepDeletion, keptMs } from './keep-deletion.ts'
import { menuChanged } from '../changed/menu-changed.ts'
import { wishItems } from '../../stores/stores.ts'
import { lockItems } from '../pausing/pause-item.ts'
import { rejectTakenCode, rejectTakenName } from './reject-taken-name.ts'
import { removeItems } from '../whole/remove-items.ts'

export async function deleteMenuItem(call: Call<typeof deleteRoute>): Promise<Reply<typeof deleteRoute>> {
  const { deps, storeId, params, caller, now, requestId } = call
  const { itemId } = params
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const name = (await lockItems(tx, storeId, [itemId])).get(itemId) ?? ''
    const { rows } = await sql<{ content: unknown }>`
      select jsonb_build_object('row', to_jsonb(i),
        'channels', coalesce((select jsonb_agg(to_jsonb(c)) from menu_item_channels c
          where c.store_id = i.store_id and c.item_id = i.id), '[]'),
        'pauses', coalesce((select jsonb_agg(to_jsonb(p)) from menu_item_pauses p
          where p.store_id = i.store_id and p.item_id = i.id), '[]'),
        'links', coalesce((select jsonb_agg(to_jsonb(l)) from menu_item_option_groups l
          where l.store_id = i.store_id and l.item_id = i.id), '[]')) as content
      from menu_items i where i.store_id = ${storeId} and i.id = ${itemId}`.execute(tx)
    await removeItems(tx, storeId, [itemId], now)
    const deletionId = await keepDeletion(tx, storeId, { kind: 'item', name, content: rows[0]?.content, now })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/item-deleted',
      storeId,
      subject: name,
      details: { itemId },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return { deletionId, name }
  })
}

/** With its id, pauses and links: what was deleted meanwhile around it stays away. */
export async function restoreInMenu(call: Call<typeof restoreRoute>): Promise<Reply<typeof restoreRoute>> {
  const { deps, storeId, params, caller, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const deletion = await tx
      .deleteFrom('menu_deletions')
      .where('store_id', '=', storeId)
      .where('id', '=', params.deletionId)
      .where('deleted_at', '>=', new Date(now.getTime() - keptMs))
      .returning(['kind', 'name', 'content'])
      .executeTakeFirst()
    if (!deletion) throw new AppError('menu/nothing-to-restore')
    const { kind, name } = deletion
    const content = sql`${JSON.stringify(deletion.content)}::jsonb`
    const { rows } = await sql<{ id: string; code: string | null }>`
      select ${content} #>> '{row,id}' as id, ${content} #>> '{row,external_code}' as code`.execute(tx)
    const id = rows[0]?.id ?? ''
    if (kind === 'item')
      await restoreItem(tx, storeId, { id, name, code: rows[0]?.code ?? null, content, now })
    else if (kind === 'category') await restoreCategory(tx, storeId, { id, name, content })
    else await restoreGroup(tx, storeId, content)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'menu/restored',
      storeId,
      subject: name,
      details: { kind, id },
      requestId,
      at: now,
    })
    await menuChanged(tx, storeId, now)
    return { id, name }
  })
}

type Content = ReturnType<typeof sql>

async function restoreItem(
  tx: Transaction<Cell>,
  storeId: string,
  deleted: {
    readonly id: string
    readonly name: string
    readonly code: string | null
    readonly content: Content
    readonly now: Date
  },
): Promise<void> {
  const { id, name, code, content, now } = deleted
  await rejectTakenName(tx, storeId, name)
  if (code !== null) await rejectTakenCode(tx, storeId, code)
  await sql`
    insert into menu_items select (jsonb_populate_record(null::menu_items, ${content} -> 'row' || jsonb_build_object(
      'category_id', (select k.id from menu_categories k
        where k.store_id = ${storeId} and k.id = (${content} #>> '{row,category_id}')::uuid),
      'photo_id', (select p.id from menu_photos p
        where p.store_id = ${storeId} and p.id = ${content} #>> '{row,photo_id}')))).*`.execute(tx)
  await sql`
    insert into menu_item_pauses select * from jsonb_populate_recordset(null::menu_item_pauses, ${content} -> 'pauses')`.execute(
    tx,
  )
  await sql`
    insert into menu_item_option_groups
    select l.* from jsonb_populate_recordset(null::menu_item_option_groups, ${content} -> 'links') l
      join menu_option_groups g on g.store_id = l.store_id and g.id = l.group_id`.execute(tx)
  // The partners took it off sale: it is wished again.
  await sql`
    insert into menu_item_channels
    select (jsonb_populate_record(null::menu_item_channels, c || '{"sent_status": "UNAVAILABLE"}')).*
    from jsonb_array_elements(${content} -> 'channels') c`.execute(tx)
  await wishItems(tx, storeId, [id], { now })
}

async function restoreCategory(
  tx: Transaction<Cell>,
  storeId: string,
  { id, name, content }: { readonly id: string; readonly name: string; readonly content: Content },
): Promise<void> {
  await rejectTakenCategory(tx, storeId, name)
  await sql`
    insert into menu_categories select (jsonb_populate_record(null::menu_categories, ${content} -> 'row')).*`.execute(
    tx,
  )
  await sql`
    update menu_items set category_id = ${id}
    where store_id = ${storeId} and category_id is null
      and id in (select r::uuid from jsonb_array_elements_text(${content} -> 'itemIds') r)`.execute(tx)
}

async function restoreGroup(tx: Transaction<Cell>, storeId: string, content: Content): Promise<void> {
  await sql`
    insert into menu_option_groups
    select (jsonb_populate_record(null::menu_option_groups, '{"price_method": "SUM"}' || (${content} -> 'row') ||
      jsonb_build_object('option_id', (select o.id from menu_options o
        where o.store_id = ${storeId} and o.id = (${content} #>> '{row,option_id}')::uuid)))).*`.execute(tx)
  await sql`
    insert into menu_options select * from jsonb_populate_recordset(null::menu_options, ${content} -> 'options')`.execute(
    tx,
  )
  await sql`
    insert into menu_item_option_groups
    select l.* from jsonb_populate_recordset(null::menu_item_option_groups, ${content} -> 'links') l
      join menu_items i on i.store_id = l.store_id and i.id = l.item_id
    on conflict do nothing`.execute(tx)
  // One that got another place since stays there.
  await sql`
    update menu_option_groups g set option_id = i.option_id
    from jsonb_to_recordset(${content} -> 'inner') as i (id uuid, option_id uuid)
    where g.store_id = ${storeId} and g.id = i.id and g.option_id is null and not exists (
      select from menu_item_option_groups l where l.store_id = g.store_id and l.group_id = g.id)`.execute(tx)
}
