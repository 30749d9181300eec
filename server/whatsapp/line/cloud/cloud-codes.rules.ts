import type {
  LineQuality,
  LineState,
  RefusalReason,
  TemplateState,
} from '../../messaging/messaging-driver.ts'

export const cloudLineState = (status: string | undefined): LineState => {
  if (status === 'CONNECTED') return 'open'
  if (status === 'BANNED') return 'banned'
  return status === 'DISCONNECTED' || status === 'DELETED' ? 'closed' : 'syncing'
}

export const qualityOf = (quality: string | undefined): LineQuality | null => {
  const named = quality?.toLowerCase()
  return named === 'green' || named === 'yellow' || named === 'red' ? named : null
}

/** `TIER_1K` is 1,000 people a day. Null: unlimited (`TIER_UNLIMITED`) or unknown. */
export function tierOf(tier: string | undefined): number | null {
  const [, count, thousand] = /^TIER_(\d+)(K?)$/.exec(tier ?? '') ?? []
  return count === undefined ? null : Number(count) * (thousand === 'K' ? 1_000 : 1)
}

export function templateState(status: string): TemplateState {
  if (status === 'APPROVED') return 'approved'
  if (status === 'PAUSED' || status === 'DISABLED') return 'paused'
  return status === 'REJECTED' ? 'rejected' : 'pending'
}

const reasons: Readonly<Record<number, RefusalReason>> = {
  4: 'throttled',
  80007: 'throttled',
  130429: 'throttled',
  131048: 'throttled',
  131056: 'pair-rate',
  131047: 'window-closed',
  131026: 'no-account',
  131030: 'no-account',
  132001: 'template',
  132015: 'template',
  132016: 'template',
  190: 'unauthorized',
  0: 'unauthorized',
  10: 'unauthorized',
  200: 'unauthorized',
  368: 'banned',
  131031: 'banned',
  133010: 'not-open',
}

/** Meta's error code as a reason of the port. */
export const reasonOfCode = (code: number): RefusalReason => reasons[code] ?? 'refused'
