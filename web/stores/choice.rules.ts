import { isPlatform, type Platform } from '../../contract/shared/channels.ts'
import { allGroups, groupIn, isId } from '../browser/storage.ts'

/**
 * What the user chose to see. Everything: no group, no stores, no channel. A group stands for the stores it
 * has at the time; stores chosen one by one stand for themselves, and then no group is chosen.
 */
export interface Choice {
  /** A group's id or `all`. */
  readonly groupId: string
  /** Each once; empty: all stores of the group. */
  readonly storeIds: readonly string[]
  readonly platform: Platform | null
  /** One merchant of the channel; null: all of it. */
  readonly merchantId: string | null
  /** When it was chosen, ms since 1970; 0: remembered from an earlier visit. */
  readonly at: number
}

export type Chosen = Omit<Choice, 'at'>

/** A choice as parameters of an address. */
export interface ChoiceAddress {
  readonly group?: string
  /** Ids of stores, separated by commas. */
  readonly stores?: string
  readonly channel?: string
  readonly merchant?: string
}

export const everything: Chosen = { groupId: allGroups, storeIds: [], platform: null, merchantId: null }

/** The choice as address parameters; empty if it is everything. */
export function addressOfChoice({ groupId, storeIds, platform, merchantId }: Chosen): ChoiceAddress {
  const ofStores = storeIds.length > 0
  const named = groupId !== allGroups || platform !== null
  return {
    ...(!ofStores && named ? { group: groupId } : {}),
    ...(ofStores ? { stores: storeIds.join(',') } : {}),
    ...(platform === null ? {} : { channel: platform }),
    ...(platform === null || merchantId === null ? {} : { merchant: merchantId }),
  }
}

/** The choice that an address names; null if it names neither group nor stores. `store` is of older links. */
export function choiceIn(search: Readonly<Record<string, unknown>>): Chosen | null {
  const groupId = groupIn(search.group)
  const stores = [...idsIn(search.stores), ...idsIn(search.store)]
  if (groupId === null && stores.length === 0) return null
  const { channel, merchant } = search
  const platform = typeof channel === 'string' && isPlatform(channel) ? channel : null
  return asOne({
    groupId: groupId ?? allGroups,
    storeIds: stores,
    platform,
    merchantId: typeof merchant === 'string' && /^[\w.-]{1,64}$/.test(merchant) ? merchant : null,
  })
}

/** Stores chosen one by one replace the group, and a merchant needs its channel. */
export function asOne({ groupId, storeIds, platform, merchantId }: Chosen): Chosen {
  return {
    groupId: storeIds.length > 0 ? allGroups : groupId,
    storeIds: [...new Set(storeIds)],
    platform,
    merchantId: platform === null ? null : merchantId,
  }
}

const idsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split(',').filter(isId) : []
