import type { Transaction } from 'kysely'
import type { updateChecklist as updateChecklistRoute } from '../../contract/onboarding/usage.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { peopleFactsOf } from './facts.reads.ts'
import { usageOf } from './usage.reads.ts'

/** A person's word about a step: it can wait, and why. Never that it is done. */
export async function updateChecklist(
  call: Call<typeof updateChecklistRoute>,
): Promise<Reply<typeof updateChecklistRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { key, action } = body
  const people = await peopleFactsOf(deps.directory, storeId, now)
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const before = (await usageOf(tx, storeId, people)).steps.find((step) => step.key === key)
    if (action !== 'unskip' && before?.done) throw new AppError('usage/step-done')
    await changes[action](tx, call)
    await audit(tx, {
      actorUid: caller.uid,
      action: `usage/step-${action}`,
      storeId,
      subject: key,
      details: { before: before?.skipped ?? null, after: action === 'unskip' ? null : { note: body.note } },
      requestId,
      at: now,
    })
    return usageOf(tx, storeId, people)
  })
}

type ChecklistCall = Call<typeof updateChecklistRoute>

const changes = {
  skip: async (tx: Transaction<Cell>, { storeId, caller, body, now }: ChecklistCall) => {
    const row = await tx
      .insertInto('skipped_steps')
      .values({
        store_id: storeId,
        step: body.key,
        note: body.note ?? '',
        skipped_by: caller.uid,
        skipped_by_name: caller.name,
        skipped_at: now,
      })
      .onConflict((conflict) => conflict.constraint('skipped_steps_pkey').doNothing())
      .returning('step')
      .executeTakeFirst()
    if (!row) throw new AppError('usage/step-skipped')
  },
  note: async (tx: Transaction<Cell>, { storeId, body }: ChecklistCall) => {
    const row = await tx
      .updateTable('skipped_steps')
      .set({ note: body.note ?? '' })
      .where('store_id', '=', storeId)
      .where('step', '=', body.key)
      .returning('step')
      .executeTakeFirst()
    if (!row) throw new AppError('usage/step-not-skipped')
  },
  unskip: async (tx: Transaction<Cell>, { storeId, body }: ChecklistCall) => {
    const row = await tx
      .deleteFrom('skipped_steps')
      .where('store_id', '=', storeId)
      .where('step', '=', body.key)
      .returning('step')
      .executeTakeFirst()
    if (!row) throw new AppError('usage/step-not-skipped')
  },
} as const
