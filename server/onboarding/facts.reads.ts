import { sql, type Kysely, type Transaction } from 'kysely'
import { marketplaces } from '../../contract/shared/channels.ts'
import { roleLevel } from '../../contract/shared/access.ts'
import { withDirectoryScope } from '../db/scope.ts'
import type { Cell, Directory } from '../db/tables.ts'
import type { StoreFacts } from './steps.rules.ts'

/** The facts of one store; those of its people are the directory's. */
export async function factsOf(
  tx: Transaction<Cell>,
  storeId: string,
  people: PeopleFacts,
): Promise<StoreFacts> {
  const { rows } = await sql<Omit<StoreFacts, keyof PeopleFacts>>`
    select coalesce(s.document, '') <> '' as "hasDocument",
      jsonb_array_length(s.opening_hours) as "openingIntervals",
      not coalesce(s.modules -> 'off' @> '["takeout", "indoor"]', false) as "takeoutOrIndoor",
      (select coalesce(sum(jsonb_array_length(d.zones)), 0)::integer from delivery_configs d
        where d.store_id = s.id) as "deliveryAreas",
      (select count(*)::integer from menu_items i where i.store_id = s.id and ${hasPrice}) as "pricedItems",
      (select count(*)::integer from printers p where p.store_id = s.id and exists (
        select from print_agents a where a.store_id = p.store_id and a.paired_at is not null
          and (p.agent_id is null or p.agent_id = a.id))) as "reachedPrinters",
      (select count(*)::integer from test_orders t
          join orders o on o.store_id = t.store_id and o.id = t.order_id and o.status = 'concluded'
        where t.store_id = s.id and (coalesce(s.modules -> 'off' ? 'printing', false) or exists (
          select from print_jobs j where j.store_id = o.store_id and j.order_id = o.id and j.state = 'printed')))
        as "finishedTests",
      coalesce(s.pix_key, '') <> '' as "hasPixKey",
      (select count(*)::integer from integrations c
        where c.store_id = s.id and c.status = 'active' and c.type = any (${marketplaces}::text[]))
        as "connectedChannels",
      exists (select from orders o where o.store_id = s.id and counts_as_sale(o)) as "hasRealOrder"
    from stores s where s.id = ${storeId}`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('The store cannot be read.')
  return { ...facts, ...people }
}

export type PeopleFacts = Pick<StoreFacts, 'ringingDevices' | 'otherPeople' | 'ownersWithSecondFactor'>

/** What the directory knows: people, their devices and invitations. Not within a transaction of the store. */
export async function peopleFactsOf(
  directory: Kysely<Directory>,
  storeId: string,
  now: Date,
): Promise<PeopleFacts> {
  const { rows } = await withDirectoryScope(directory, [storeId], (tx) =>
    sql<PeopleFacts>`
    select (select count(*)::integer from push_devices d
          join access_entries a on a.uid = d.uid and a.store_id = ${storeId}
          join sessions e on e.id = d.session_id and e.revoked_at is null
        where d.store_ids is null or ${storeId}::uuid = any (d.store_ids)) as "ringingDevices",
      (select greatest(0, count(*)::integer - 1) from access_entries a where a.store_id = ${storeId})
        + (select count(*)::integer from invitations i where i.store_id = ${storeId} and i.accepted_at is null
          and i.cancelled_at is null and i.expires_at > ${now}) as "otherPeople",
      (select count(*)::integer from access_entries a join users u on u.uid = a.uid
        where a.store_id = ${storeId} and a.role >= ${roleLevel.owner} and u.totp_secret is not null)
        as "ownersWithSecondFactor"`.execute(tx),
  )
  const [facts] = rows
  if (!facts) throw new Error('The people of the store cannot be read.')
  return facts
}

/** Of its own, or by the option that a customer must choose. */
const hasPrice = sql`(i.price_cents > 0 or exists (
  select from menu_item_option_groups g
    join menu_option_groups k on k.store_id = g.store_id and k.id = g.group_id and k.min_permitted > 0
    join menu_options o on o.store_id = g.store_id and o.group_id = g.group_id and o.price_cents > 0
  where g.store_id = i.store_id and g.item_id = i.id))`

/** Names of items without any price, at most as many as a sentence can hold. */
export async function itemsWithoutPrice(tx: Transaction<Cell>, storeId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select i.name from menu_items i where i.store_id = ${storeId} and not ${hasPrice}
    order by i.name limit 3`.execute(tx)
  return rows.map(({ name }) => name)
}
