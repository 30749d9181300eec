import { lookup } from '../../../../contract/shared/lookup.ts'
import type { TemplateCategory, TemplateWarning } from '../../messaging/line-events.ts'
import type {
  LineQuality,
  LineState,
  RefusalReason,
  TemplateState,
} from '../../messaging/messaging-driver.ts'

const lineStates: Readonly<Record<string, LineState>> = {
  CONNECTED: 'open',
  // A number in trouble still sends and receives.
  FLAGGED: 'open',
  RESTRICTED: 'open',
  RATE_LIMITED: 'open',
  BANNED: 'banned',
  DISCONNECTED: 'closed',
  DELETED: 'closed',
  PENDING: 'syncing',
  MIGRATED: 'syncing',
  UNVERIFIED: 'syncing',
}

/** Null: a state that this version does not know. */
export const cloudLineState = (status: string | undefined): LineState | null =>
  status === undefined ? 'syncing' : (lookup(lineStates, status) ?? null)

export const qualityOf = (quality: string | undefined): LineQuality | null => {
  const named = quality?.toLowerCase()
  return named === 'green' || named === 'yellow' || named === 'red' ? named : null
}

/** `TIER_1K` is 1,000 people a day. Null: unlimited (`TIER_UNLIMITED`) or unknown. */
export function tierOf(tier: string | undefined): number | null {
  const [, count, thousand] = /^TIER_(\d+)(K?)$/.exec(tier ?? '') ?? []
  return count === undefined ? null : Number(count) * (thousand === 'K' ? 1_000 : 1)
}

const templateStates: Readonly<Record<string, TemplateState>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  PENDING: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'paused',
  PENDING_DELETION: 'deleted',
  DELETED: 'deleted',
  ARCHIVED: 'deleted',
}

/** Null: a state that this version does not know; the template stays as it was. */
export const templateState = (status: string): TemplateState | null => lookup(templateStates, status) ?? null

/** States that warn: whether the template can be sent stays as it was. */
export const templateWarnings: Readonly<Record<string, TemplateWarning>> = {
  FLAGGED: 'flagged',
  LIMIT_EXCEEDED: 'limit',
  IN_APPEAL: 'appeal',
}

export const templateCategory = (name: string | undefined): TemplateCategory | null => {
  const category = name?.toLowerCase()
  return category === 'utility' || category === 'marketing' || category === 'authentication' ? category : null
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
  // To this person, for now: Meta limits what everybody gets, or tries something out with them.
  130472: 'withheld',
  131049: 'withheld',
  131050: 'withheld',
  368: 'banned',
  131031: 'banned',
  133010: 'not-open',
}

/** Meta's error code as a reason of the port. */
export const reasonOfCode = (code: number): RefusalReason => reasons[code] ?? 'refused'
