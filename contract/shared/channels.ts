import { channelTable, intermediaries, type Channel, type PublishedRules } from './channel-table.ts'
import { lookup } from './lookup.ts'

export type Platform = keyof typeof channelTable

const channels: Readonly<Record<string, Channel>> = channelTable

export const platforms = Object.keys(channelTable) as [Platform, ...Platform[]]
export const isPlatform = (value: string): value is Platform => Object.hasOwn(channels, value)
export const isMarketplace = (platform: string): boolean => publishedRules(platform) !== null

/** What the marketplace publishes; null: a channel of the store's own, or an unknown one. */
export const publishedRules = (platform: string): PublishedRules | null =>
  lookup(channels, platform)?.rules ?? null

/** Without a marketplace in between: the store decides every step, and the money is its own. */
export const ownPlatforms: readonly Platform[] = platforms.filter((platform) => !isMarketplace(platform))
export const marketplaces: readonly Platform[] = platforms.filter(isMarketplace)
/** Channels with rules of acceptance of their own; the store's own channels share those of the first. */
export const rulePlatforms = platforms.filter(
  (platform, index) => index === 0 || isMarketplace(platform),
) as [Platform, ...Platform[]]
export const rulePlatformOf = (platform: string): string =>
  isMarketplace(platform) ? platform : platforms[0]

/** Those whose pauses, hours, items and prices are written from here. */
export const storefronts: readonly Platform[] = platforms.filter(
  (platform) => publishedRules(platform)?.storefront,
)
/** Whether the store stops and starts selling there from here, and reads back whether it does. */
export const isSwitchedHere = (platform: string): boolean => publishedRules(platform)?.storefront ?? true

export const ledgerPlatforms: readonly Platform[] = platforms.filter(
  (platform) => publishedRules(platform)?.ledger,
)
export const levelPlatforms: readonly Platform[] = platforms.filter(
  (platform) => publishedRules(platform)?.storeLevel,
)

/** The channel as screens, files, mails and paper call it. */
export const channelName = (platform: string): string => lookup(channels, platform)?.label ?? platform

export const storeLevelName = (platform: string): string | null =>
  publishedRules(platform)?.storeLevel ?? null
export const intermediaryDocument = (platform: string): string | null =>
  isPlatform(platform) ? intermediaries[platform] : null

const joined = {
  o: { o: 'o', O: 'O', de: 'do', em: 'no', Em: 'No', a: 'ao', por: 'pelo' },
  a: { o: 'a', O: 'A', de: 'da', em: 'na', Em: 'Na', a: 'à', por: 'pela' },
} as const

/** The name behind its article, joined with a preposition: `withChannel('de', platform)` reads "do" and its name. */
export const withChannel = (word: keyof (typeof joined)['o'], platform: string): string =>
  `${joined[lookup(channels, platform)?.article ?? 'o'][word]} ${channelName(platform)}`

export const pronounOf = (platform: string): string =>
  lookup(channels, platform)?.article === 'a' ? 'ela' : 'ele'

/** Marketplaces with their articles, for sentences about all of them. */
export const everyMarketplace = (
  word: keyof (typeof joined)['o'],
  of: readonly string[] = marketplaces,
): string => listed(of.map((platform) => withChannel(word, platform)))

/** Their bare names. */
export const marketplaceNames = (of: readonly string[] = marketplaces): string => listed(of.map(channelName))

/** `a, b e c`. */
const listed = (names: readonly string[]): string =>
  [...(names.length > 1 ? [names.slice(0, -1).join(', ')] : []), ...names.slice(-1)].join(' e ')
