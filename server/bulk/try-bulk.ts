import { v7 as uuidv7 } from 'uuid'
import type { BulkAction, TriedPart, tryBulk as tryBulkRoute } from '../../contract/bulk/bulk.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { applyTo } from './apply-to.ts'
import type { PartCall } from './kinds/kind.ts'
import { refusalOf } from './refusal.ts'
import { rejectSource, sourceOf } from './source.ts'
import { storesToChange } from './stores-of-act.ts'

/** One store after the other: it takes one connection, and holds each store's locks for an instant. */
export async function tryBulk(call: Call<typeof tryBulkRoute>): Promise<Reply<typeof tryBulkRoute>> {
  const { action } = call.body
  const parts: TriedPart[] = []
  const storeIds = storesToChange(call, action)
  rejectSource(call.caller, action)
  const source = await sourceOf(call.deps, action)
  for (const storeId of storeIds) parts.push(await tryIn(call, { storeId, source }, action))
  return { parts }
}

/** Ends the transaction without its changes, with what they would have been. */
class TakenBack extends Error {
  readonly part: TriedPart

  constructor(part: TriedPart) {
    super('Taken back.')
    this.part = part
  }
}

async function tryIn(
  { deps, caller, now }: Call<typeof tryBulkRoute>,
  { storeId, source }: Pick<PartCall, 'storeId' | 'source'>,
  action: BulkAction,
): Promise<TriedPart> {
  try {
    return await withStoreScope(deps.cells, [storeId], async (tx) => {
      const part = { storeId, caller, now, askedAt: now, requestId: uuidv7(), source }
      const { state, words, unsupported } = await applyTo(tx, deps, part, action)
      throw new TakenBack({
        storeId,
        would: state === 'done' ? 'change' : 'same',
        words,
        refusal: null,
        unsupported,
      })
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.part
    if (!(error instanceof AppError)) throw error
    return { storeId, would: 'refuse', words: null, refusal: refusalOf(error), unsupported: [] }
  }
}
