import type { LineState } from '../../messaging/messaging-driver.ts'

/** `connecting` is reported both before and after the scan. */
export const evolutionLineState = (name: string): LineState => {
  if (name === 'open') return 'open'
  if (name === 'refused') return 'refused'
  return name === 'close' ? 'closed' : 'connecting'
}
