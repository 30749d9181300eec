import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import { maxTries, stepSeconds } from '../../../contract/whatsapp/whatsapp.ts'
import type { LineTrouble } from '../../../contract/whatsapp/whatsapp-now.ts'
import type { LineState } from '../messaging/messaging-driver.ts'

/** The part of a line that the rules work on. */
export interface Line {
  readonly state: LineStateName
  readonly since: Date
  readonly cause: LineCause | null
  /** Number of the QR or code that is shown or awaited, from 1 to `maxTries`. */
  readonly tries: number
  readonly qr: string | null
  readonly code: string | null
  readonly stepEndsAt: Date | null
  /** It was stuck and was restarted once. If it gets stuck again, a person decides. */
  readonly renewed: boolean
}

export type LineSignal =
  /** The provider offers a QR or code. Both null: it has none yet. */
  | { readonly type: 'step'; readonly qr: string | null; readonly code: string | null }
  /** A QR or code on screen has expired. */
  | { readonly type: 'step-over' }
  /** The provider's own state, from a webhook or from a query. */
  | { readonly type: 'provider'; readonly state: LineState }
  /** The provider answers but makes no progress: it produces no QR. */
  | { readonly type: 'stuck' }
  | { readonly type: 'unauthorized' }
  | { readonly type: 'unreachable' }
  /** The check of every minute. `slow`: messages wait or arrive too late. */
  | { readonly type: 'check'; readonly slow: boolean }
  | { readonly type: 'person-disconnects' }
  | { readonly type: 'person-removes' }

/** `renew`: ask for the next QR or code. `restart`: log out and pair again. `send-waiting`: send what was held back. */
export type LineAction = 'renew' | 'restart' | 'log-out' | 'notify-person' | 'send-waiting'

export interface LineChange {
  readonly line: Line
  readonly acts: readonly LineAction[]
}

/** A line that has been connecting for longer than this will not recover on its own. */
const stuckAfterMs = 60_000
/** If the provider delivers no QR or code within this time, the line is stuck. */
const noStepAfterMs = 60_000

const endedStates: readonly LineStateName[] = ['closed', 'refused', 'expired', 'banned']
/** Nothing happens until a person connects again. */
export const isEnded = (state: LineStateName): boolean => endedStates.includes(state)
/** Whether messages can be sent. */
export const canSend = (state: LineStateName): boolean => state === 'open' || state === 'degraded'

/** What to show the people who work the orders. Null if they ended the connection themselves or never completed it. */
export function troubleOf({
  state,
  cause,
  openedAt,
}: Pick<Line, 'state' | 'cause'> & { readonly openedAt: Date | null }): LineTrouble | null {
  switch (state) {
    case 'degraded':
      return 'slow'
    case 'banned':
      return 'down'
    case 'closed':
    case 'refused':
    case 'expired':
      return openedAt === null || cause === 'disconnected' || cause === 'removed' ? null : 'down'
    default:
      return null
  }
}

export const newLine = (now: Date): Line => ({
  state: 'pairing',
  since: now,
  cause: null,
  tries: 1,
  qr: null,
  code: null,
  stepEndsAt: null,
  renewed: false,
})

/** The next state and what to do. Only a person's signals move an ended line: a late event must not revive it. */
export function nextLine(line: Line, signal: LineSignal, now: Date): LineChange {
  if (signal.type === 'person-disconnects') return end(line, ['closed', 'disconnected'], now, ['log-out'])
  if (signal.type === 'person-removes') return end(line, ['closed', 'removed'], now)
  if (isEnded(line.state)) return { line, acts: [] }
  switch (signal.type) {
    case 'step':
      return afterStep(line, signal, now)
    case 'step-over':
      return afterStepOver(line, now)
    case 'provider':
      return afterProvider(line, signal.state, now)
    case 'stuck':
      return afterStuck(line, now)
    case 'unauthorized':
      return end(line, ['closed', 'unauthorized'], now, ['notify-person'])
    case 'unreachable':
      return canSend(line.state) ? degrade(line, 'unreachable', now) : unchanged(line)
    case 'check':
      return afterCheck(line, signal.slow, now)
  }
}

function afterStep(
  line: Line,
  { qr, code }: { qr: string | null; code: string | null },
  now: Date,
): LineChange {
  if (line.state !== 'pairing' || (qr === null && code === null)) return unchanged(line)
  const isFirst = line.qr === null && line.code === null
  const isShown = !isFirst && qr === line.qr && (code === null || code === line.code)
  if (isShown) return unchanged(line)
  const tries = isFirst ? line.tries : line.tries + 1
  // This also stops a provider that keeps sending QRs unasked, hundreds in a minute.
  if (tries > maxTries) return end(line, ['expired', null], now, ['log-out'])
  const stepEndsAt = new Date(now.getTime() + stepSeconds * 1_000)
  return { line: { ...line, tries, qr, code: code ?? (isFirst ? null : line.code), stepEndsAt }, acts: [] }
}

function afterStepOver(line: Line, now: Date): LineChange {
  if (line.state !== 'pairing' || line.stepEndsAt === null || line.stepEndsAt > now) return unchanged(line)
  if (line.tries >= maxTries) return end(line, ['expired', null], now, ['log-out'])
  return {
    line: { ...line, tries: line.tries + 1, qr: null, code: null, stepEndsAt: null, since: now },
    acts: ['renew'],
  }
}

function afterProvider(line: Line, state: LineState, now: Date): LineChange {
  switch (state) {
    case 'open':
      return afterOpen(line, now)
    case 'connecting':
      return canSend(line.state) ? degrade(line, 'reconnecting', now) : unchanged(line)
    case 'syncing':
      if (line.state === 'syncing') return unchanged(line)
      // Webhooks arrive in any order: the restart after a scan may be reported after "open".
      if (canSend(line.state)) return unchanged(line)
      return { line: withState(line, 'syncing', null, now), acts: [] }
    case 'pairing':
    case 'closed':
      // Expected while the line waits for a phone. Otherwise the phone is no longer linked.
      return line.state === 'pairing'
        ? unchanged(line)
        : end(line, ['closed', 'unlinked'], now, ['notify-person'])
    case 'refused':
      return end(line, ['refused', null], now, ['notify-person'])
    case 'banned':
      return end(line, ['banned', null], now, ['notify-person'])
  }
}

/** A linked line that is slow stays slow until a check finds it fast again. */
function afterOpen(line: Line, now: Date): LineChange {
  if (line.state === 'open' || (line.state === 'degraded' && line.cause === 'slow')) return unchanged(line)
  return { line: withState({ ...line, renewed: false }, 'open', null, now), acts: ['send-waiting'] }
}

/** The first time, the line is logged out and paired again; the second time, a person decides. */
function afterStuck(line: Line, now: Date): LineChange {
  if (line.renewed) return end(line, ['closed', 'stuck'], now, ['log-out', 'notify-person'])
  return { line: { ...newLine(now), renewed: true }, acts: ['restart'] }
}

function afterCheck(line: Line, slow: boolean, now: Date): LineChange {
  const age = now.getTime() - line.since.getTime()
  if (line.state === 'syncing' && age > stuckAfterMs) return afterStuck(line, now)
  if (line.state === 'pairing') {
    if (line.stepEndsAt === null) return age > noStepAfterMs ? afterStuck(line, now) : unchanged(line)
    return afterStepOver(line, now)
  }
  if (line.state === 'degraded' && line.cause === 'reconnecting' && age > stuckAfterMs)
    return afterStuck(line, now)
  if (line.state === 'open' && slow) return degrade(line, 'slow', now)
  if (line.state === 'degraded' && line.cause === 'slow' && !slow)
    return { line: withState(line, 'open', null, now), acts: [] }
  return unchanged(line)
}

function degrade(line: Line, cause: LineCause, now: Date): LineChange {
  if (line.state === 'degraded' && line.cause === cause) return unchanged(line)
  return {
    line: withState(line, 'degraded', cause, now),
    acts: line.state === 'open' ? ['notify-person'] : [],
  }
}

const end = (
  line: Line,
  [state, cause]: readonly [LineStateName, LineCause | null],
  now: Date,
  acts: readonly LineAction[] = [],
): LineChange => ({ line: withState(line, state, cause, now), acts })

const withState = (line: Line, state: LineStateName, cause: LineCause | null, now: Date): Line => ({
  ...line,
  state,
  cause,
  since: now,
  qr: null,
  code: null,
  stepEndsAt: null,
})

const unchanged = (line: Line): LineChange => ({ line, acts: [] })
