import type { Transaction } from 'kysely'
import type { ChannelPause } from '../../../contract/orders/rules.ts'
import { isPlatform } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'
import { placeKey } from './own-items.reads.ts'
import { ownStateOf } from './own-state.reads.ts'
import { pauseNowAt } from './pause-now.rules.ts'
import { wishesOf } from './wishes.reads.ts'

/** Whether each marketplace of the store has followed its pause. */
export async function pausesNowOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<readonly ChannelPause[]> {
  const { merchants, timezone, pauseAt } = await ownStateOf(tx, storeId, now)
  const wishes = (await wishesOf(tx, [storeId])).get(storeId)
  return [...Map.groupBy(merchants, ({ platform }) => platform)].flatMap(([platform, own]) =>
    isPlatform(platform)
      ? [
          {
            platform,
            ...pauseNowAt(
              pauseAt(platform),
              own.map((merchant) => wishes?.get(placeKey(merchant))?.pause),
              { platform, timezone, now },
            ),
          },
        ]
      : [],
  )
}
