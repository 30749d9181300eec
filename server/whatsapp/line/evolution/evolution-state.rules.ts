import type { LineState } from '../../messaging/messaging-driver.ts'

/** `connecting` is reported both before and after the scan. Null: a state that this version does not know. */
export function evolutionLineState(name: string): LineState | null {
  if (name === 'open' || name === 'refused' || name === 'connecting') return name
  return name === 'close' ? 'closed' : null
}
