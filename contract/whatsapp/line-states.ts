export const lineStates = [
  'pairing',
  'syncing',
  'open',
  'degraded',
  'closed',
  'refused',
  'expired',
  'banned',
] as const
export type LineStateName = (typeof lineStates)[number]

/** Why a line is not as it should be. */
export const lineCauses = [
  'disconnected',
  'removed',
  'unlinked',
  'stuck',
  'slow',
  'reconnecting',
  'unauthorized',
  'unreachable',
] as const
export type LineCause = (typeof lineCauses)[number]
