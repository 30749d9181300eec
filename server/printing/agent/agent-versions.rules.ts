import type { PrintAgentView } from '../../../contract/printing/printing.ts'

interface Known {
  readonly software: string
  readonly updates: boolean
  readonly update_asked_for: string | null
  readonly update_refused: string | null
}

/** What to say of a computer's version beside the newest one. An agent of unknown version is left alone. */
export function updateState(agent: Known, newest: string | null): PrintAgentView['update'] {
  const running = versionOf(agent.software)
  if (newest === null || running === null || !agent.updates || !isNewer(newest, running)) return 'none'
  if (agent.update_asked_for === newest) return 'asked'
  return agent.update_refused === newest ? 'failed' : 'available'
}

/** `balcao-agente 2.0.0` is 2.0.0. */
const versionOf = (software: string): string | null =>
  /^balcao-agente (\d{1,4}\.\d{1,4}\.\d{1,4})$/.exec(software)?.[1] ?? null

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split('.').map(Number))
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place])
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0)
}
