import type { Platform } from '../../../contract/shared/channels.ts'
import type { ChannelCause, ChannelNow, StoreChannels } from '../../../contract/stores/channels.ts'
import type { UsualHour } from '../../../contract/stores/usual-hour.ts'
import { moneyShort, plural } from '../../words/format.ts'
import { needsHand } from '../channels/channels.rules.ts'

/** A store at channels that do not sell as they should, for one reason. */
export interface ClosedRow {
  readonly store: StoreChannels
  /** At least one; they share the cause. */
  readonly channels: readonly [ChannelNow, ...ChannelNow[]]
  readonly cause: ChannelCause | null
  /** What else is wrong there. */
  readonly others: readonly ChannelCause[]
  /** Usual sales of this hour that it misses, in centavos; null: none, or nothing is known. */
  readonly lostCents: number | null
}

/** Closed on purpose, and nothing is missed. */
const byPlan: readonly ChannelCause['code'][] = ['outside-hours', 'no-hours']

/** The most expensive first, then those that need a person, then the rest in the order of the stores. */
export function closedRows(
  stores: readonly StoreChannels[],
  usual: readonly UsualHour[],
): readonly ClosedRow[] {
  const rows = stores.flatMap((store) =>
    rowsOf(
      store,
      usual.find(({ storeId }) => storeId === store.storeId),
    ),
  )
  return rows.toSorted(
    (a, b) =>
      (b.lostCents ?? 0) - (a.lostCents ?? 0) ||
      Number(b.channels.some(needsHand)) - Number(a.channels.some(needsHand)),
  )
}

function rowsOf(store: StoreChannels, usual: UsualHour | undefined): readonly ClosedRow[] {
  const shown = store.channels.filter(
    (channel) => isInDoubt(channel) && channel.causes.every(({ code }) => code !== 'disconnected'),
  )
  const shared = Map.groupBy(shown, ({ causes: [first], sellsWrongly }) =>
    first && !sellsWrongly ? `${first.code} ${first.message} ${first.since ?? ''}` : {},
  )
  return [...shared.values()].flatMap(([first, ...rest]): readonly ClosedRow[] => {
    if (!first) return []
    const [cause = null, ...others] = first.causes
    const channels = [first, ...rest] as const
    return [{ store, channels, cause, others, lostCents: lostOf(channels, cause, usual) }]
  })
}

/** A channel that is opened in its own app says nothing to us: nothing tells that it is closed. */
const isInDoubt = (channel: ChannelNow): boolean =>
  channel.state === 'closed' ||
  needsHand(channel) ||
  (channel.state === 'unknown' && channel.causes.length > 0)

function lostOf(
  channels: readonly ChannelNow[],
  cause: ChannelCause | null,
  usual: UsualHour | undefined,
): number | null {
  if (!usual || (cause && byPlan.includes(cause.code))) return null
  const closed = channels.filter(({ state }) => state === 'closed').map(({ platform }) => platform)
  const cents = closed.reduce((sum, platform) => sum + usualAt(usual, platform), 0)
  return cents > 0 ? cents : null
}

const usualAt = ({ channels }: UsualHour, platform: Platform): number =>
  channels.find((one) => one.platform === platform)?.centsPerHour ?? 0

/** `2 lojas deixam de vender perto de R$ 980 por hora.` */
export function lostText(rows: readonly ClosedRow[]): string | null {
  const losing = rows.filter(({ lostCents }) => lostCents !== null)
  const count = new Set(losing.map(({ store }) => store.storeId)).size
  if (count === 0) return null
  const cents = losing.reduce((sum, { lostCents }) => sum + (lostCents ?? 0), 0)
  const who = plural(count, 'loja deixa', 'lojas deixam')
  return `${who} de vender perto de ${moneyShort(cents)} por hora.`
}
