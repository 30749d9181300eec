import type { Transaction } from 'kysely'
import { isPlatform } from '../../contract/shared/channels.ts'
import type { Cell } from '../db/tables.ts'
import { endingAccessOf } from '../integrations/integrations.ts'
import { waits } from './rank-needs.rules.ts'

/** Channels that let us in no more, or will not soon: only a person of the store authorises again. */
export async function accessNeeds(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  {
    loss,
    now,
  }: {
    /** Centavos that a channel of a store usually sells in this hour. */
    readonly loss: (storeId: string, platform: string) => number
    readonly now: Date
  },
) {
  return (await endingAccessOf(tx, storeIds, now)).flatMap(({ storeId, platform, refusedAt, endsAt }) =>
    isPlatform(platform)
      ? [
          {
            kind: 'access' as const,
            ...waits(`access ${storeId} ${platform}`, storeId, {
              since: refusedAt,
              deadline: refusedAt ? null : endsAt,
              lossPerHour: refusedAt ? loss(storeId, platform) : 0,
            }),
            platform,
          },
        ]
      : [],
  )
}
