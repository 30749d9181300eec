import { secondMs, minuteMs, hourMs, dayMs } from '../../contract/shared/durations.ts'
import { publishedRules } from '../../contract/shared/channels.ts'
import { runBackfills } from '../db/backfills/run-backfills.ts'
import { tryLease } from '../db/lease.ts'
import { deleteOldEvents } from '../db/live-events.ts'
import { sweepLeft } from '../db/move/sweep-left.ts'
import { leasesOf } from '../db/tables.ts'
import { learnPlaces } from '../delivery/delivery.ts'
import type { Deps } from '../deps.ts'
import { bringForwardMails } from '../mail/mail-queue.ts'
import { bringForwardEvents } from '../marketplaces/inbox/bring-forward.ts'
import { inboxLanes } from '../marketplaces/inbox/handle-inbox.ts'
import { importFromPartners } from '../marketplaces/partner-imports.ts'
import { readChannelHealth } from '../marketplaces/channel-health.ts'
import type { EventPolling } from '../marketplaces/marketplace.ts'
import { storesAtMarketplaces } from '../marketplaces/connected-merchants.ts'
import { eachInParallel } from '../marketplaces/each-in-parallel.ts'
import { pollMarketplace } from '../marketplaces/poll.ts'
import { bringForwardTries } from '../identity/identity.ts'
import { orderInbox } from '../orders/orders.ts'
import { bringForwardEffects } from '../outbox/bring-forward.ts'
import { claimEffects, isSuspect, runEffect } from '../outbox/relay.ts'
import { closeEndedDays, ledgerImport, sendReportMails } from '../reports/reports.ts'
import { reviewsImport } from '../reviews/reviews.ts'
import { sendHeldNotices, storesWithHeldNotices } from '../notifications/notifications.ts'
import { bringForwardTickets, noteSilentPrinters, storesWithTicketsAhead } from '../printing/printing.ts'
import { noteClosedChannels, noteOpenings, readBackWishes, wantingStores } from '../stores/stores.ts'
import { expireMessages, queueNotice, storesWithLine, watchLine } from '../whatsapp/whatsapp.ts'
import { backfillKinds } from './backfills.ts'
import type { Consumer, Lane, PeriodicConsumer, QueueConsumer } from './consumer.ts'
import { dueStores } from './due-work.ts'
import { eachOf, eachStore, everyStore, manyStores } from './each-store.ts'
import { effectHandlers } from './effect-handlers.ts'
import { holder } from './holder.ts'
import { inTurns } from './in-turns.ts'
import { mail } from './leaving-mail.ts'
import { shiftAlerts } from './shift-alerts.ts'
import { sweep } from './sweep.ts'
import { watchingPresence } from './watching-presence.ts'

/** Finds what a lost wake-up left behind. */
const lookEveryMs = secondMs

/** Everything that works in the background of one process. None waits for another. */
export const consumersOf = (deps: Deps): readonly Consumer[] => [
  ...deps.cells.each.flatMap((cell) =>
    consumersOfCell({ ...deps, cells: cell }).map((one) => ({
      ...one,
      // The process tells the cells' consumers apart by it; leases have their own names, in the cell.
      name: cell.within === null ? one.name : `${one.name} ${cell.within}`,
    })),
  ),
  ...(deps.mailer ? [mail(deps, deps.mailer)] : []),
]

/** A cell that is down or slow ages the work of no other. */
function consumersOfCell(deps: Deps): readonly Consumer[] {
  const { configured } = deps.marketplaces
  const partner =
    configured.length > 0
      ? [
          ...configured.flatMap(({ platform, polling }) =>
            polling ? [polled(deps, platform, polling)] : [],
          ),
          channelHealth(deps),
          channelWishes(deps),
          watchingPresence(deps, holder),
          partnerImports(deps),
        ]
      : []
  return [
    inbox(deps),
    outbox(deps),
    clockSetBack(deps),
    openings(deps),
    troubles(deps),
    shiftAlerts(deps),
    closing(deps),
    backfills(deps),
    reportMails(deps),
    heldNotices(deps),
    phoneLines(deps),
    liveRetention(deps),
    learntPlaces(deps),
    retention(deps),
    ...partner,
  ]
}

function inbox(deps: Deps): QueueConsumer {
  const begunAt = deps.now()
  return {
    name: 'inbox',
    queue: 'inbox',
    everyMs: lookEveryMs,
    concurrency: 128,
    lanesPerStore: 16,
    slowAfterMs: 2 * secondMs,
    timeLimitMs: minuteMs,
    claim: async (room) => {
      const lanes: Lane[] = []
      const running = new Set(room.running())
      for (const storeId of await dueStores(deps.cells, 'inbox', deps.now(), room.fullStores)) {
        if (lanes.length >= room.lanes) break
        const waiting = await inboxLanes(deps, storeId, orderInbox, begunAt)
        const free = waiting
          .map((lane): Lane => ({ key: `${storeId} ${lane.key}`, storeId, run: lane.run }))
          .filter((lane) => !running.has(lane.key))
        lanes.push(...free.slice(0, Math.min(room.ofStore(storeId), room.lanes - lanes.length)))
      }
      return lanes
    },
  }
}

function outbox(deps: Deps): QueueConsumer {
  const handlers = effectHandlers(deps)
  let suspects = 0
  return {
    name: 'outbox',
    queue: 'outbox',
    everyMs: lookEveryMs,
    concurrency: 64,
    lanesPerStore: 8,
    slowAfterMs: 2 * secondMs,
    timeLimitMs: minuteMs,
    claim: async (room) => {
      const due = await dueStores(deps.cells, 'outbox', deps.now(), room.fullStores)
      const stores = due.map((storeId) => ({ storeId, most: room.ofStore(storeId) }))
      const effects = await claimEffects(deps, stores, {
        most: room.lanes,
        suspects: suspects === 0,
        running: room.running(),
      })
      suspects += effects.filter(isSuspect).length
      return effects.map((effect) => ({
        key: effect.id,
        storeId: effect.storeId,
        run: async () => {
          await runEffect(deps, handlers, effect)
          if (isSuspect(effect)) suspects -= 1
        },
      }))
    },
  }
}

/** Work that was claimed or postponed while the clock was ahead would wait until that time. */
const clockSetBack = (deps: Deps): PeriodicConsumer => ({
  name: 'clock-set-back',
  everyMs: minuteMs,
  timeLimitMs: 5 * minuteMs,
  run: async (round) => {
    await bringForwardMails(deps)
    await bringForwardTries(deps.directory, deps.now())
    const storeIds = await everyStore(deps)
    await bringForwardEvents(deps, storeIds)
    await bringForwardEffects(deps, storeIds)
    await eachOf(await storesWithTicketsAhead(deps, storeIds), deps, round, bringForwardTickets)
  },
})

/** Two pollers would poll too often, and none would close the stores. */
function polled(deps: Deps, platform: string, polling: EventPolling): PeriodicConsumer {
  const everySeconds = polling.everySeconds ?? publishedRules(platform)?.pollEverySeconds
  if (!everySeconds)
    throw new Error(`contract/shared/channel-table.ts does not say how often ${platform} is polled.`)
  return {
    ...inTurns(deps, {
      name: `polling-${platform}`,
      holder,
      everyMs: everySeconds * secondMs,
      run: async (signal) =>
        void (await pollMarketplace(deps, platform, signal, (ids) => wantingStores(deps, ids))),
    }),
    timeLimitMs: 5 * minuteMs,
  }
}

const channelHealth = (deps: Deps): PeriodicConsumer => ({
  name: 'channel-health',
  everyMs: minuteMs,
  // A marketplace closes stores that nobody polls: asked before the first poll, it would report what a stop caused.
  startAfterMs: 15 * secondMs,
  timeLimitMs: 15 * minuteMs,
  run: async ({ signal }) => {
    if (await tryLease(leasesOf(deps), 'channel-health', minuteMs, holder))
      await readChannelHealth(deps, signal)
  },
})

/** Reads back what was wished, within five minutes. What is not proved has effects of its own in between. */
const channelWishes = (deps: Deps): PeriodicConsumer => ({
  name: 'channel-wishes',
  everyMs: minuteMs,
  startAfterMs: 20 * secondMs,
  timeLimitMs: 15 * minuteMs,
  run: async (round) => {
    if (await tryLease(leasesOf(deps), 'channel-wishes', minuteMs, holder))
      await eachInParallel(await storesAtMarketplaces(deps), 16, (storeId) =>
        eachOf([storeId], deps, round, readBackWishes),
      )
  },
})

const partnerImports = (deps: Deps): PeriodicConsumer => ({
  name: 'partner-imports',
  everyMs: 20 * secondMs,
  timeLimitMs: 30 * minuteMs,
  run: async ({ signal }) => {
    await importFromPartners(deps, [reviewsImport, ledgerImport], holder, signal)
  },
})

/** Open or not is noted to the minute. */
const openings = (deps: Deps): PeriodicConsumer => ({
  name: 'openings',
  everyMs: minuteMs,
  timeLimitMs: 5 * minuteMs,
  run: async (round) => {
    // As long as a round, so that of several workers one looks.
    if (await tryLease(leasesOf(deps), 'store-openings', minuteMs, holder))
      await manyStores(deps, round, noteOpenings)
  },
})

/** What should be notified of a store although nothing arrives: a closed channel, a silent printer. */
const troubles = (deps: Deps): PeriodicConsumer => ({
  name: 'troubles',
  everyMs: minuteMs,
  // After the first status of every channel.
  startAfterMs: 30 * secondMs,
  timeLimitMs: 5 * minuteMs,
  run: async (round) => {
    if (!(await tryLease(leasesOf(deps), 'store-troubles', minuteMs, holder))) return
    await manyStores(deps, round, noteClosedChannels)
    await manyStores(deps, round, noteSilentPrinters)
  },
})

const closing = (deps: Deps): PeriodicConsumer => ({
  name: 'closing',
  everyMs: 30 * secondMs,
  // The first closing of a long history takes as long as it needs.
  timeLimitMs: hourMs,
  run: async ({ signal }) => closeEndedDays(deps, await everyStore(deps), signal),
})

/** Work over kept rows that a migration asked for. */
const backfills = (deps: Deps): PeriodicConsumer => ({
  name: 'backfills',
  everyMs: 30 * secondMs,
  // One batch.
  timeLimitMs: 5 * minuteMs,
  run: async (round) => runBackfills(deps, backfillKinds, await everyStore(deps), round),
})

/** Each closing mail is queued once, however often this looks. */
const reportMails = (deps: Deps): PeriodicConsumer => ({
  name: 'report-mails',
  everyMs: minuteMs,
  timeLimitMs: 5 * minuteMs,
  run: (round) => manyStores(deps, round, sendReportMails),
})

/** The end of somebody's quiet hours. The rows are the queue, so a round that dies loses nothing. */
const heldNotices = (deps: Deps): PeriodicConsumer => ({
  name: 'held-notices',
  everyMs: minuteMs,
  timeLimitMs: 5 * minuteMs,
  run: async (round) => {
    if (!(await tryLease(leasesOf(deps), 'held-notices', minuteMs, holder))) return
    const due = await storesWithHeldNotices(deps, await everyStore(deps))
    await eachOf(due, deps, round, (given, storeId) => sendHeldNotices(given, storeId, queueNotice))
  },
})

/** A line that hangs, is slow or was closed at its provider is noticed within a minute. */
const phoneLines = (deps: Deps): PeriodicConsumer => ({
  name: 'phone-lines',
  everyMs: 30 * secondMs,
  timeLimitMs: 5 * minuteMs,
  run: async (round) => {
    if (await tryLease(leasesOf(deps), 'phone-lines', 30 * secondMs, holder)) {
      const stores = await storesWithLine(deps)
      await eachOf(stores, deps, round, expireMessages)
      await eachOf(stores, deps, round, watchLine)
    }
  },
})

const liveRetention = (deps: Deps): PeriodicConsumer => ({
  name: 'live-retention',
  everyMs: hourMs,
  timeLimitMs: 15 * minuteMs,
  run: async (round) => {
    if (await tryLease(leasesOf(deps), 'live-retention', hourMs, holder))
      await eachStore(deps, round, (_, storeId) => deleteOldEvents(deps.cells, storeId, deps.now()))
  },
})

/** Districts and CEPs by where a store's orders went. */
const learntPlaces = (deps: Deps): PeriodicConsumer => ({
  name: 'learnt-places',
  everyMs: 6 * hourMs,
  startAfterMs: minuteMs,
  timeLimitMs: 30 * minuteMs,
  run: async (round) => {
    // Shorter than a round, so that the next one is not refused by this one's lease.
    if (await tryLease(leasesOf(deps), 'learnt-places', 5 * hourMs, holder))
      await eachStore(deps, round, learnPlaces)
  },
})

const retention = (deps: Deps): PeriodicConsumer => ({
  name: 'retention',
  everyMs: dayMs,
  timeLimitMs: 15 * minuteMs,
  run: async (round) => {
    // Shorter than a day, so that the next round is not refused by the last one's lease.
    if (!(await tryLease(leasesOf(deps), 'retention', dayMs - hourMs, holder))) return
    const swept = await sweep(deps, round)
    if (swept.size > 0)
      deps.log.info({ deleted: Object.fromEntries(swept) }, 'rows past their retention went')
    const left = await sweepLeft(deps, round)
    if (left > 0) deps.log.info({ deleted: left }, 'rows of stores that left this cell went')
  },
})
