import type { Platform } from '../shared/channels.ts'

/** Marketplaces that suspend a store that is open for a while, and open it again on their own. */
export const standByPlatforms: readonly Platform[] = ['aiqfome']

/**
 * Marketplaces that are notified when the store stops and starts selling, and never say whether they followed. Apart from
 * the table of channels: the sign-in page does without them.
 */
export const toldPlatforms: readonly Platform[] = ['open-delivery', 'keeta']
