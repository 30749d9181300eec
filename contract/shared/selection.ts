import * as z from 'zod/mini'
import { storesLimit } from './headers.ts'

/**
 * The reader's selection as a query parameter: comma-separated options, each `storeId` (the whole
 * store), `storeId:balcao` (its own channel) or `storeId:<merchant id>` (one merchant). Absent:
 * every store that the reader can access.
 */
export interface SelectedStore {
  readonly storeId: string
  /** `null`: every channel; otherwise merchant ids, '' for the own channel. */
  readonly merchants: readonly string[] | null
}

export const selectionParam = z.optional(
  z.string().check(
    z.maxLength(20_000),
    z.refine((text) => parseSelection(text) !== null, 'Seleção de lojas inválida.'),
  ),
)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const merchantText = /^[\w.-]{1,64}$/

/** `null` if malformed or if it names too many stores. */
export function parseSelection(text: string): readonly SelectedStore[] | null {
  const byStore = new Map<string, Set<string> | null>()
  for (const option of text.split(',')) {
    const [rawId = '', channel, extra] = option.split(':')
    const storeId = rawId.toLowerCase()
    if (!uuid.test(storeId) || extra !== undefined) return null
    if (channel === undefined) {
      byStore.set(storeId, null)
      continue
    }
    if (!merchantText.test(channel)) return null
    const chosen = byStore.get(storeId)
    if (chosen === null) continue
    byStore.set(storeId, (chosen ?? new Set()).add(channel === 'balcao' ? '' : channel))
  }
  if (byStore.size > storesLimit) return null
  return [...byStore].map(([storeId, merchants]) => ({
    storeId,
    merchants: merchants ? [...merchants] : null,
  }))
}

export function selectionText(stores: readonly SelectedStore[]): string {
  return stores
    .flatMap(({ storeId, merchants }) =>
      merchants === null
        ? [storeId]
        : merchants.map((merchant) => `${storeId}:${merchant === '' ? 'balcao' : merchant}`),
    )
    .join(',')
}
