import { sql, type Transaction } from 'kysely'
import { houseKinds } from '../../contract/stores/house-kinds.ts'
import { stepKeys, stepTerms, type StepKey } from '../../contract/onboarding/steps.ts'
import type { UsageData } from '../../contract/onboarding/usage.ts'
import type { Cell } from '../db/tables.ts'
import { factsOf, type PeopleFacts } from './facts.reads.ts'
import { stepIsDone } from './steps.rules.ts'

/** The first steps as the facts have them now. */
export async function usageOf(
  tx: Transaction<Cell>,
  storeId: string,
  people: PeopleFacts,
): Promise<UsageData> {
  const row = await tx.selectFrom('usage_data').selectAll().where('store_id', '=', storeId).executeTakeFirst()
  const skips = await tx.selectFrom('skipped_steps').selectAll().where('store_id', '=', storeId).execute()
  const facts = await factsOf(tx, storeId, people)
  return {
    storeId,
    ...lifeOf(row),
    house: houseKinds.find((kind) => kind === row?.house) ?? null,
    selfMadeMenu: row?.self_made_menu ?? false,
    menuReady: row?.menu_ready ?? false,
    pricedItems: facts.pricedItems,
    steps: stepKeys.map((key) => {
      const skip = skips.find(({ step }) => step === key)
      return {
        key,
        ...stepTerms[key],
        done: stepIsDone[key](facts),
        skipped: skip
          ? { at: skip.skipped_at.toISOString(), by: skip.skipped_by_name, note: skip.note }
          : null,
      }
    }),
    testOrder: await openTestOrder(tx, storeId),
    version: row?.version ?? 0,
  }
}

/** Before 0011 the first write in an older store said that its steps began and ended at once; they never began. */
function lifeOf(
  row: { readonly started_at: Date | null; readonly finished_at: Date | null } | undefined,
): Pick<UsageData, 'startedAt' | 'finishedAt'> {
  if (!row?.started_at || row.started_at.getTime() === row.finished_at?.getTime())
    return { startedAt: null, finishedAt: null }
  return {
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

/** The steps that are neither done nor skipped, in their order. */
export const openSteps = ({ steps }: Pick<UsageData, 'steps'>): readonly StepKey[] =>
  steps.filter(({ done, skipped }) => !done && !skipped).map(({ key }) => key)

/** The last test order, while it is worked or until a new one is made. */
async function openTestOrder(tx: Transaction<Cell>, storeId: string): Promise<UsageData['testOrder']> {
  const { rows } = await sql<NonNullable<UsageData['testOrder']>>`
    select o.id, o.display_id as "displayId", o.status,
      case when coalesce(s.modules -> 'off' ? 'printing', false)
          or not exists (select from printers p where p.store_id = o.store_id) then null
        else exists (select from print_jobs j
          where j.store_id = o.store_id and j.order_id = o.id and j.state = 'printed') end as printed
    from test_orders t join stores s on s.id = t.store_id
      join orders o on o.store_id = t.store_id and o.id = t.order_id
    where t.store_id = ${storeId} order by t.number desc limit 1`.execute(tx)
  return rows[0] ?? null
}
