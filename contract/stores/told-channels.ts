import { isSwitchedHere, type Platform } from '../shared/channels.ts'

/** Marketplaces that suspend a store that is open for a while, and open it again on their own. */
export const standByPlatforms: readonly Platform[] = ['aiqfome']

/**
 * Marketplaces that are notified when the store stops and starts selling, and never say whether they followed. Apart from
 * the table of channels: the sign-in page does without them.
 */
export const toldPlatforms: readonly Platform[] = ['open-delivery', 'keeta']

/** Whether the store stops and starts selling there from here, whether or not that can be read back. */
export const isStoppedFromHere = (platform: string): boolean =>
  isSwitchedHere(platform) || [...toldPlatforms, ...standByPlatforms].some((one) => one === platform)
