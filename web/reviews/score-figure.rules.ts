import type { MarketplaceScore } from '../../contract/reviews/reviews.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { dayMs } from '../../contract/shared/durations.ts'
import { ago, decimal, plural } from '../words/format.ts'

/** `4,7` and what it is; null: nothing counts yet. Of several stores and marketplaces the lowest. */
export function scoreFigure(
  scores: readonly MarketplaceScore[],
  now: Date,
): { readonly value: string; readonly words: string } | null {
  const known = scores.flatMap((one) => (one.score === null ? [] : [{ ...one, score: one.score }]))
  const [lowest, ...others] = known.toSorted((a, b) => a.score - b.score)
  if (!lowest) return null
  const { storeName, source, counted, readAt } = lowest
  const em = withChannel('em', source)
  const words =
    others.length > 0
      ? `nota de ${storeName} ${em}, a menor entre as lojas`
      : `nota ${em}, ${plural(counted, 'avaliação', 'avaliações')}`
  const isOld = now.getTime() - Date.parse(readAt) > dayMs
  return { value: decimal(lowest.score), words: isOld ? `${words}, lida ${ago(readAt, now)}` : words }
}
