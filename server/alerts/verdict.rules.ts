import type { AlertKind } from '../../contract/alerts/alerts.ts'
import { hourMs, minuteMs } from '../../contract/shared/durations.ts'
import { chanceOfAtLeast, chanceOfAtMost, type Usual } from './chance.rules.ts'

/** When the data can say whether an alert was right: a whole hour counted, and half an hour that it had not seen. */
export const judgedAt = (from: Date, raisedAt: Date): Date =>
  new Date(Math.max(from.getTime() + hourMs, raisedAt.getTime() + 30 * minuteMs))

/** What chance alone brings less often than this is outside the usual. */
const outside = 0.05

/** Whether the time since the alert's beginning ended outside the usual, on the alert's side. */
export function verdictOf(kind: AlertKind, counted: number, usual: Usual): 'right' | 'wrong' {
  const chance = kind === 'few-orders' ? chanceOfAtMost(counted, usual) : chanceOfAtLeast(counted, usual)
  return chance < outside ? 'right' : 'wrong'
}
