import type { MenuItem } from '../../contract/menu/menu.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import { money, percent } from '../words/format.ts'

/** The channel’s name and `+9,1%`: how far a channel's price is from the store's own; null: the same. */
export function parityBrief(item: MenuItem): string | null {
  const parts = item.channels.flatMap(({ platform, priceCents }) => {
    if (priceCents === item.priceCents) return []
    const share = item.priceCents > 0 ? (priceCents - item.priceCents) / item.priceCents : null
    const sign = priceCents > item.priceCents ? '+' : '−'
    return [
      `${channelName(platform)} ${share === null ? money(priceCents) : `${sign}${percent(Math.abs(share))}`}`,
    ]
  })
  return parts.length === 0 ? null : [...new Set(parts)].join(', ')
}

/** The same as a sentence: what it costs more or less than on the own channel */
export function parityText(ownCents: number, channelCents: number, platform: string): string {
  const where = withChannel('Em', platform)
  if (ownCents === channelCents) return `${where} custa o mesmo que no canal próprio.`
  const more = channelCents > ownCents
  return `${where} custa ${money(Math.abs(channelCents - ownCents))} a ${more ? 'mais' : 'menos'} que no canal próprio.`
}
