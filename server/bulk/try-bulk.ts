import { v7 as uuidv7 } from 'uuid'
import type { BulkAction, TriedPart, tryBulk as tryBulkRoute } from '../../contract/bulk/bulk.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { prepared } from './apply-to.ts'
import type { PartCall } from './kinds/kind.ts'
import { refusalOf } from './refusal.ts'
import { rejectSource, sourceOf, withZones } from './source.ts'
import { storesToChange } from './stores-of-act.ts'

/** One store after the other: it takes one connection, and holds each store's locks for an instant. */
export async function tryBulk(call: Call<typeof tryBulkRoute>): Promise<Reply<typeof tryBulkRoute>> {
  const parts: TriedPart[] = []
  const storeIds = storesToChange(call, call.body.action)
  rejectSource(call.caller, call.body.action)
  const action = await withZones(call.deps, call.body.action)
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
    const part = { storeId, caller, now, askedAt: now, requestId: uuidv7(), source }
    const apply = await prepared(deps, part, action, { rehearsed: true })
    return await withStoreScope(deps.cells, [storeId], async (tx) => {
      const { state, words, unsupported } = await apply(tx)
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
