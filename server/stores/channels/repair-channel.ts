import { sql } from 'kysely'
import type { repairChannel as repairRoute } from '../../../contract/stores/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { storeChannelsOf } from './read-channels.ts'

/** Only what a cause of now offers, and asking again, which is always possible. */
export async function repairChannel(call: Call<typeof repairRoute>): Promise<Reply<typeof repairRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  const { platform, repair } = body
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    // One at a time for a channel: of two equal taps one is done.
    const row = await tx
      .selectFrom('integrations')
      .select('status')
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .forUpdate()
      .executeTakeFirst()
    if (row?.status !== 'active') throw new AppError('channel/not-connected')
    const [before] = await storeChannelsOf(tx, [storeId], now)
    const channel = before?.channels.find((one) => one.platform === platform)
    if (!channel) throw new AppError('store/not-found')
    if (channel.repairing !== null) throw new AppError('channel/being-repaired')
    const offered = channel.causes.some(({ remedy }) => remedy?.do === repair)
    if (!offered && repair !== 'check') throw new AppError('channel/nothing-to-repair')
    const mark = JSON.stringify({ repair: { what: repair, at: now.toISOString() } })
    await tx
      .updateTable('integrations')
      .set({ health: sql`coalesce(health, '{}'::jsonb) || ${mark}::jsonb` })
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .execute()
    await enqueue(tx, 'channel-repair', { platform, repair }, { storeId, lane: storeId, dueAt: now })
    publishStoreEvent(tx, storeId, 'capacity', now)
    await audit(tx, {
      actorUid: caller.uid,
      action: 'channel/repair-asked',
      storeId,
      subject: platform,
      details: { repair, causes: channel.causes.map(({ code }) => code) },
      requestId,
      at: now,
    })
    const [after] = await storeChannelsOf(tx, [storeId], now)
    if (!after) throw new AppError('store/not-found')
    return after
  })
}
