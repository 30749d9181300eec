import { setTimeout as wait } from 'node:timers/promises'
import { tryLease } from '../db/lease.ts'
import type { Deps } from '../deps.ts'
import { endPause, noteSyncFailed, syncItemToChannels } from '../menu/menu.ts'
import { sendPush, type PushNews } from '../notifications/notifications.ts'
import {
  autoAccept,
  concludeDelivered,
  noteChannelPauseFailed,
  orderInbox,
  noteDisputeRefused,
  noteRefusal,
  preparationDue,
  remindOfAcceptance,
  returnCapacity,
  sendAction,
  sendDisputeAnswer,
  syncChannelPause,
  type ActionPayload,
} from '../orders/orders.ts'
import { closeEndedDays, ledgerImport, sendReportMails } from '../reports/reports.ts'
import { noteReplyRefused, reviewsImport, sendReviewReply } from '../reviews/reviews.ts'
import { noteOpenings } from '../stores/stores.ts'
import { expirePrintJobs } from '../printing/printing.ts'
import { relayMail } from '../mail/mail-queue.ts'
import { relayOutbox, type EffectHandler } from '../outbox/relay.ts'
import { readChannelHealth } from '../marketplaces/channel-health.ts'
import { handleInbox } from '../marketplaces/inbox/handle-inbox.ts'
import { importFromPartners } from '../marketplaces/partner-imports.ts'
import { pollMarketplace } from '../marketplaces/poll.ts'
import type { Marketplace } from '../marketplaces/marketplace.ts'

export interface Worker {
  /** Something was committed for the outbox. */
  wake(): void
  /** Events of this store were committed to the inbox. */
  wakeInbox(storeId: string): void
  stop(): Promise<void>
}

/** The looks that find what a lost wake-up left behind. */
const sweepMs = 1_000
const healthEveryMs = 60_000
/** Closing mails are looked for this often; each goes once however often that is. */
const reportMailsEveryMs = 60_000
/** How often it is looked whether a merchant's ratings or ledger are due to be read. */
const importsEveryMs = 20_000
/** Open or not is noted to the minute. */
const openingsEveryMs = 60_000
const closingEveryMs = 30_000

/** The jobs of one process: partner polling (one process at a time), inbox, outbox. */
export function startWorker(deps: Deps): Worker {
  const stopping = new AbortController()
  const wokenStores = new Set<string>()
  let outboxWoken = true
  let bell = Promise.withResolvers<void>()
  const ring = () => {
    bell.resolve()
    bell = Promise.withResolvers<void>()
  }
  const handlers = effectHandlers(deps)

  const sweep = async (): Promise<void> => {
    let lastSweep = 0
    while (!stopping.signal.aborted) {
      try {
        const full = performance.now() - lastSweep >= sweepMs
        if (full) lastSweep = performance.now()
        const stores = full || outboxWoken || wokenStores.size > 0 ? await everyStore(deps) : []
        const inboxes = full
          ? stores.filter((store) => store.connected).map((store) => store.id)
          : [...wokenStores]
        wokenStores.clear()
        outboxWoken = false
        let done = 0
        for (const storeId of inboxes) done += await handleInbox(deps, storeId, orderInbox)
        done += await relayOutbox(
          deps,
          stores.map((store) => store.id),
          handlers,
        )
        done += await relayMail(deps)
        if (done > 0) continue
      } catch (error) {
        if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'worker sweep failed; trying again')
      }
      if (wokenStores.size === 0 && !outboxWoken)
        await Promise.race([bell.promise, pause(sweepMs, stopping.signal)])
    }
  }

  const mailReports = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        for (const store of await everyStore(deps)) {
          if (stopping.signal.aborted) return
          await sendReportMails(deps, store.id)
        }
      } catch (error) {
        if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'closing mails failed; trying again')
      }
      await pause(reportMailsEveryMs, stopping.signal)
    }
  }

  const closeDays = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const stores = await everyStore(deps)
        await closeEndedDays(
          deps,
          stores.map((store) => store.id),
          stopping.signal,
        )
      } catch (error) {
        if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'closing days failed; trying again')
      }
      await pause(closingEveryMs, stopping.signal)
    }
  }

  const importPartners = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await importFromPartners(deps, [reviewsImport, ledgerImport], holder, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'partner imports failed; trying again')
      }
      await pause(importsEveryMs, stopping.signal)
    }
  }

  const watchOpenings = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        // As long as a round, so that of several workers one looks.
        if (await tryLease(deps.db, 'store-openings', openingsEveryMs, holder, deps.now())) {
          for (const store of await everyStore(deps)) {
            if (stopping.signal.aborted) return
            await noteOpenings(deps, store.id)
          }
        }
      } catch (error) {
        if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'noting openings failed; trying again')
      }
      await pause(openingsEveryMs, stopping.signal)
    }
  }

  const poll = async ({ platform, rules }: Marketplace): Promise<void> => {
    const everyMs = rules.presence.pollEverySeconds * 1_000
    while (!stopping.signal.aborted) {
      const started = performance.now()
      try {
        // Two pollers would poll too often: the lease outlives one round by little.
        if (await tryLease(deps.db, `polling-${platform}`, everyMs + 10_000, holder, deps.now())) {
          for (const storeId of await pollMarketplace(deps, platform, stopping.signal))
            wokenStores.add(storeId)
          ring()
        }
      } catch (error) {
        if (!stopping.signal.aborted)
          deps.log.warn({ err: error, platform }, 'polling failed; the next round tries again')
      }
      await pause(Math.max(everyMs - (performance.now() - started), 250), stopping.signal)
    }
  }

  const readHealth = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      try {
        if (await tryLease(deps.db, 'channel-health', healthEveryMs + 10_000, holder, deps.now()))
          await readChannelHealth(deps, stopping.signal)
      } catch (error) {
        if (!stopping.signal.aborted)
          deps.log.warn({ err: error }, 'channel health failed; the next round tries again')
      }
      await pause(Math.max(healthEveryMs - (performance.now() - started), 250), stopping.signal)
    }
  }

  const { configured } = deps.marketplaces
  const partners = configured.length > 0 ? [readHealth(), importPartners(), ...configured.map(poll)] : []
  const running = [sweep(), mailReports(), closeDays(), watchOpenings(), ...partners]
  return {
    wake: () => {
      outboxWoken = true
      ring()
    },
    wakeInbox: (storeId) => {
      wokenStores.add(storeId)
      ring()
    },
    stop: async () => {
      stopping.abort()
      ring()
      await Promise.all(running)
    },
  }
}

const holder = `${process.pid}-${Math.random().toString(36).slice(2)}`

async function everyStore(deps: Deps): Promise<readonly { id: string; connected: boolean }[]> {
  const rows = await deps.db
    .selectFrom('menu_slugs')
    .leftJoin('merchant_routes', 'merchant_routes.store_id', 'menu_slugs.store_id')
    .select(['menu_slugs.store_id as id', 'merchant_routes.merchant_id as merchant'])
    .execute()
  const stores = new Map<string, boolean>()
  for (const row of rows) stores.set(row.id, (stores.get(row.id) ?? false) || row.merchant !== null)
  return [...stores].map(([id, connected]) => ({ id, connected }))
}

function effectHandlers(deps: Deps): Readonly<Record<string, EffectHandler>> {
  return {
    'marketplace-action': {
      run: (effect) =>
        sendAction(deps, effect.storeId, effect.orderId, effect.payload as unknown as ActionPayload),
      giveUp: (effect) =>
        noteRefusal(
          deps,
          effect.storeId,
          effect.orderId,
          (effect.payload as unknown as ActionPayload).action,
        ),
    },
    'acceptance-reminder': {
      run: (effect) =>
        remindOfAcceptance(deps, effect.storeId, effect.orderId, Number(effect.payload.step ?? 0)),
    },
    'preparation-due': { run: (effect) => preparationDue(deps, effect.storeId, effect.orderId) },
    'auto-accept': { run: (effect) => autoAccept(deps, effect) },
    push: {
      run: (effect) => sendPush(deps, effect.storeId, effect.orderId, effect.payload as unknown as PushNews),
    },
    'menu-pause-end': {
      run: (effect) => endPause(deps, effect.storeId, effect.orderId, String(effect.payload.pauseId)),
    },
    'menu-channels': {
      run: (effect) => syncItemToChannels(deps, effect.storeId, effect.orderId),
      giveUp: (effect) => noteSyncFailed(deps, effect.storeId, effect.orderId),
    },
    'channel-pause': {
      run: (effect) => syncChannelPause(deps, effect.storeId),
      giveUp: (effect) => noteChannelPauseFailed(deps, effect.storeId),
    },
    'dispute-answer': {
      run: (effect) => sendDisputeAnswer(deps, effect.storeId, String(effect.payload.disputeId)),
      giveUp: (effect) => noteDisputeRefused(deps, effect.storeId, String(effect.payload.disputeId)),
    },
    // Its lane is the rating's own id.
    'review-reply': {
      run: (effect) => sendReviewReply(deps, effect.storeId, effect.orderId),
      giveUp: (effect) => noteReplyRefused(deps, effect.storeId, effect.orderId),
    },
    'capacity-return': { run: (effect) => returnCapacity(deps, effect.storeId) },
    'print-expiry': { run: (effect) => expirePrintJobs(deps, effect.storeId, effect.orderId) },
    'conclude-delivered': { run: (effect) => concludeDelivered(deps, effect.storeId, effect.orderId) },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {})
}
