import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import { mostTries, stepSeconds } from '../../../contract/whatsapp/whatsapp.ts'
import type { LineTrouble } from '../../../contract/whatsapp/whatsapp-now.ts'
import type { LineState } from '../messaging/messaging-driver.ts'

/** What the rules need of a line. */
export interface Line {
  readonly state: LineStateName
  readonly since: Date
  readonly cause: LineCause | null
  /** Which QR or code of three is shown or waited for. */
  readonly tries: number
  readonly qr: string | null
  readonly code: string | null
  readonly stepEndsAt: Date | null
  /** It was stuck before, logged out and renewed: the next time a person decides. */
  readonly renewed: boolean
}

export type LineNews =
  /** The provider shows a QR or code. Both null: it has none yet. */
  | { readonly type: 'step'; readonly qr: string | null; readonly code: string | null }
  /** The time of a shown QR or code is over. */
  | { readonly type: 'step-over' }
  /** What the provider says of itself, by a webhook or when it was asked. */
  | { readonly type: 'provider'; readonly state: LineState }
  /** It answers and gets nowhere: no QR is made. */
  | { readonly type: 'stuck' }
  | { readonly type: 'unauthorized' }
  | { readonly type: 'unreachable' }
  /** A minute passed. `slow`: messages wait or arrive too late. */
  | { readonly type: 'look'; readonly slow: boolean }
  | { readonly type: 'person-disconnects' }
  | { readonly type: 'person-removes' }

/** `renew`: asks for the next QR or code. `restart`: logs out and begins again. `send-waiting`: the line works again. */
export type LineAct = 'renew' | 'restart' | 'log-out' | 'tell-person' | 'send-waiting'

export interface LineChange {
  readonly line: Line
  readonly acts: readonly LineAct[]
}

/** A line that connects for longer does not get there on its own. */
const stuckAfterMs = 60_000
/** Without an own word of the provider that the phone is linked. */
const noStepAfterMs = 60_000

const resting: readonly LineStateName[] = ['closed', 'refused', 'expired', 'banned']
/** Nothing happens any more until a person begins again. */
export const isResting = (state: LineStateName): boolean => resting.includes(state)
/** Messages may be handed over. */
export const carries = (state: LineStateName): boolean => state === 'open' || state === 'degraded'

/** What those who work the orders should know; a person who ended or never finished the connection does. */
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

/** A line that rests hears only a person: what arrives late cannot wake it. */
export function nextLine(line: Line, news: LineNews, now: Date): LineChange {
  if (news.type === 'person-disconnects') return rest(line, ['closed', 'disconnected'], now, ['log-out'])
  if (news.type === 'person-removes') return rest(line, ['closed', 'removed'], now)
  if (isResting(line.state)) return { line, acts: [] }
  switch (news.type) {
    case 'step':
      return afterStep(line, news, now)
    case 'step-over':
      return afterStepOver(line, now)
    case 'provider':
      return afterProvider(line, news.state, now)
    case 'stuck':
      return afterStuck(line, now)
    case 'unauthorized':
      return rest(line, ['closed', 'unauthorized'], now, ['tell-person'])
    case 'unreachable':
      return carries(line.state) ? degrade(line, 'unreachable', now) : same(line)
    case 'look':
      return afterLook(line, news.slow, now)
  }
}

function afterStep(
  line: Line,
  { qr, code }: { qr: string | null; code: string | null },
  now: Date,
): LineChange {
  if (line.state !== 'pairing' || (qr === null && code === null)) return same(line)
  const isFirst = line.qr === null && line.code === null
  const isShown = !isFirst && qr === line.qr && (code === null || code === line.code)
  if (isShown) return same(line)
  const tries = isFirst ? line.tries : line.tries + 1
  // A provider that goes on unasked, hundreds of QRs a minute, is stopped as well.
  if (tries > mostTries) return rest(line, ['expired', null], now, ['log-out'])
  const stepEndsAt = new Date(now.getTime() + stepSeconds * 1_000)
  return { line: { ...line, tries, qr, code: code ?? (isFirst ? null : line.code), stepEndsAt }, acts: [] }
}

function afterStepOver(line: Line, now: Date): LineChange {
  if (line.state !== 'pairing' || line.stepEndsAt === null || line.stepEndsAt > now) return same(line)
  if (line.tries >= mostTries) return rest(line, ['expired', null], now, ['log-out'])
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
      return carries(line.state) ? degrade(line, 'reconnecting', now) : same(line)
    case 'syncing':
      if (line.state === 'syncing') return same(line)
      // Webhooks come in any order: the restart after a scan may come behind "open".
      if (carries(line.state)) return same(line)
      return { line: moved(line, 'syncing', null, now), acts: [] }
    case 'pairing':
    case 'closed':
      // Said of one that waits for a phone it is no news; one that was linked is not linked any more.
      return line.state === 'pairing' ? same(line) : rest(line, ['closed', 'unlinked'], now, ['tell-person'])
    case 'refused':
      return rest(line, ['refused', null], now, ['tell-person'])
    case 'banned':
      return rest(line, ['banned', null], now, ['tell-person'])
  }
}

/** A slow line that is linked stays slow until a look finds it quick. */
function afterOpen(line: Line, now: Date): LineChange {
  if (line.state === 'open' || (line.state === 'degraded' && line.cause === 'slow')) return same(line)
  return { line: moved({ ...line, renewed: false }, 'open', null, now), acts: ['send-waiting'] }
}

/** Once it is logged out and renewed; the second time a person decides. */
function afterStuck(line: Line, now: Date): LineChange {
  if (line.renewed) return rest(line, ['closed', 'stuck'], now, ['log-out', 'tell-person'])
  return { line: { ...newLine(now), renewed: true }, acts: ['restart'] }
}

function afterLook(line: Line, slow: boolean, now: Date): LineChange {
  const age = now.getTime() - line.since.getTime()
  if (line.state === 'syncing' && age > stuckAfterMs) return afterStuck(line, now)
  if (line.state === 'pairing') {
    if (line.stepEndsAt === null) return age > noStepAfterMs ? afterStuck(line, now) : same(line)
    return afterStepOver(line, now)
  }
  if (line.state === 'degraded' && line.cause === 'reconnecting' && age > stuckAfterMs)
    return afterStuck(line, now)
  if (line.state === 'open' && slow) return degrade(line, 'slow', now)
  if (line.state === 'degraded' && line.cause === 'slow' && !slow)
    return { line: moved(line, 'open', null, now), acts: [] }
  return same(line)
}

function degrade(line: Line, cause: LineCause, now: Date): LineChange {
  if (line.state === 'degraded' && line.cause === cause) return same(line)
  return { line: moved(line, 'degraded', cause, now), acts: line.state === 'open' ? ['tell-person'] : [] }
}

const rest = (
  line: Line,
  [state, cause]: readonly [LineStateName, LineCause | null],
  now: Date,
  acts: readonly LineAct[] = [],
): LineChange => ({ line: moved(line, state, cause, now), acts })

const moved = (line: Line, state: LineStateName, cause: LineCause | null, now: Date): Line => ({
  ...line,
  state,
  cause,
  since: now,
  qr: null,
  code: null,
  stepEndsAt: null,
})

const same = (line: Line): LineChange => ({ line, acts: [] })
