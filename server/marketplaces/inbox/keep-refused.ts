import { createHash } from 'node:crypto'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { cleanText } from '../sanitise/fit-to-schema.ts'
import { isRecord } from '../sanitise/is-record.ts'
import { jsonText, originalText } from '../sanitise/storable.ts'

/** A document of a store that could not be kept in its own table. */
export interface Refused {
  readonly storeId: string
  readonly platform: string
  /** The event's name, or the import that read it. */
  readonly code: string
  readonly document: unknown
  readonly reason: string
  readonly via: 'polling' | 'webhook' | 'import'
}

/**
 * Keeps the bytes as a failed row of the inbox, where people see it and can replay it (server/queue). The same
 * document again changes nothing, unless it was replayed meanwhile.
 */
export async function keepRefused(deps: Deps, refused: readonly Refused[]): Promise<void> {
  for (const { storeId, platform, code, document, reason, via } of refused) {
    const now = deps.now()
    const original = bytesOf(document)
    const id = `refused-${createHash('sha256').update(original).digest('hex').slice(0, 40)}`
    await withStoreScope(deps.cells, [storeId], (tx) =>
      tx
        .insertInto('inbox')
        .values({
          store_id: storeId,
          source: platform,
          event_id: id,
          order_external_id: null,
          code: cleanText(code, 100),
          payload: '{}',
          original,
          partner_at: now,
          via,
          attempts: 1,
          last_error: cleanText(reason, 500),
          dead_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .constraint('inbox_pkey')
            .doUpdateSet({ dead_at: now, handled_at: null, last_error: cleanText(reason, 500) })
            .where('inbox.handled_at', 'is not', null),
        )
        .execute(),
    )
    reportOddRow({ kind: 'document', storeId, id, shown: false })
  }
}

/** As it was sent: a document that had to be cleaned carries its own text. */
function bytesOf(document: unknown): Buffer {
  const sent = isRecord(document) ? document[originalText] : undefined
  return Buffer.from(typeof sent === 'string' ? sent : (jsonText(document) ?? 'null'))
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
