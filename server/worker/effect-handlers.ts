import { notePartFailed, runPart } from '../bulk/bulk.ts'
import { noteConversionFailed, sendConversion } from '../ads/ads.ts'
import type { Deps } from '../deps.ts'
import {
  endPause,
  fetchPhotos,
  keepEditsOfMenu,
  noteImportFailed,
  notePhotosFailed,
  notePublicationFailed,
  publish,
  readImport,
  sendItem,
  takeOffSale,
  tellMenuChanged,
  tellOffersChanged,
} from '../menu/menu.ts'
import {
  sendNoticeMail,
  sendNoticeWhatsapp,
  sendPush,
  sendSummary,
  tellPeople,
} from '../notifications/notifications.ts'
import {
  autoAccept,
  confirmCarried,
  concludeDelivered,
  noteDisputeRefused,
  noteRefusal,
  preparationDue,
  remindOfAcceptance,
  returnCapacity,
  sendAction,
  sendDisputeAnswer,
} from '../orders/orders.ts'
import type { EffectHandlers, EffectKind } from '../outbox/effects.ts'
import { followMerchants } from '../integrations/integrations.ts'
import { expirePrintJobs } from '../printing/printing.ts'
import {
  doRepair,
  lookAtWishes,
  noteRepairFailed,
  placeOrdersAgain,
  remindOfBreak,
  turnBreaks,
  wishHours,
  wishPause,
  followSavedSlug,
} from '../stores/stores.ts'
import { followCode, followReferral, reverseReward } from '../referral/referral.ts'
import { openStore, sendFirstStepsMail } from '../onboarding/onboarding.ts'
import { noteReconciliationFailed, reconcile } from '../reports/reports.ts'
import { noteReplyRefused, sendReviewReply } from '../reviews/reviews.ts'
import {
  followRoutes,
  queueNotice,
  runLineAction,
  sendNext,
  submitNoticeTemplate,
  takeTurn,
} from '../whatsapp/whatsapp.ts'

/** Every kind of effect and the room that carries it out. */
export function effectHandlers(deps: Deps): EffectHandlers {
  return {
    'marketplace-action': {
      run: ({ storeId, lane, payload }) => sendAction(deps, storeId, lane, payload),
      giveUp: ({ storeId, lane, payload }) => noteRefusal(deps, storeId, lane, payload.action),
    },
    'confirm-carried': { run: ({ storeId, payload }) => confirmCarried(deps, storeId, payload) },
    'acceptance-reminder': {
      run: ({ storeId, lane, payload }) => remindOfAcceptance(deps, storeId, lane, payload.step),
    },
    'preparation-due': { run: ({ storeId, lane }) => preparationDue(deps, storeId, lane) },
    'auto-accept': { run: (effect) => autoAccept(deps, effect) },
    ...menuHandlers(deps),
    'channel-pause': { run: ({ storeId }) => wishPause(deps, storeId) },
    'channel-hours': { run: ({ storeId }) => wishHours(deps, storeId) },
    'channel-wishes': { run: ({ storeId }) => lookAtWishes(deps, storeId) },
    'channel-repair': {
      run: ({ storeId, payload }) => doRepair(deps, storeId, payload),
      giveUp: ({ storeId, payload }) => noteRepairFailed(deps, storeId, payload),
    },
    'break-reminder': { run: ({ storeId, payload }) => remindOfBreak(deps, storeId, payload.breakId) },
    'dispute-answer': {
      run: ({ storeId, payload }) => sendDisputeAnswer(deps, storeId, payload.disputeId),
      giveUp: ({ storeId, payload }) => noteDisputeRefused(deps, storeId, payload.disputeId),
    },
    'review-reply': {
      run: ({ storeId, lane }) => sendReviewReply(deps, storeId, lane),
      giveUp: ({ storeId, lane }) => noteReplyRefused(deps, storeId, lane),
    },
    ...noticeHandlers(deps),
    ...phoneHandlers(deps),
    ...growthHandlers(deps),
    reconciliation: {
      run: ({ storeId, payload }) => reconcile(deps, storeId, payload.reconciliationId),
      giveUp: ({ storeId, payload }) => noteReconciliationFailed(deps, storeId, payload.reconciliationId),
    },
    'bulk-part': {
      run: ({ storeId, payload }) => runPart(deps, storeId, payload.actId),
      giveUp: ({ storeId, payload }) => notePartFailed(deps, storeId, payload.actId),
    },
    'store-opened': { run: ({ storeId, payload }) => openStore(deps, storeId, payload) },
    'merchant-routes': {
      run: ({ storeId, payload }) => followMerchants(deps, { storeId, type: payload.type }),
    },
    'store-slug': { run: ({ storeId }) => followSavedSlug(deps, storeId) },
    'break-turn': { run: ({ storeId }) => turnBreaks(deps, storeId) },
    'first-steps-mail': { run: ({ storeId }) => sendFirstStepsMail(deps, storeId) },
    'days-again': { run: ({ storeId, payload }) => placeOrdersAgain(deps, storeId, payload) },
    'capacity-return': { run: ({ storeId }) => returnCapacity(deps, storeId) },
    'print-expiry': { run: ({ storeId, lane }) => expirePrintJobs(deps, storeId, lane) },
    'conclude-delivered': { run: ({ storeId, lane }) => concludeDelivered(deps, storeId, lane) },
  }
}

/** What reaches the store's own people. */
const noticeHandlers = (
  deps: Deps,
): Pick<
  EffectHandlers,
  'notice' | 'notice-mail' | 'notice-summary' | 'notice-template' | 'notice-whatsapp' | 'push'
> => ({
  notice: { run: (effect) => tellPeople(deps, effect) },
  push: { run: ({ storeId, lane, payload }) => sendPush(deps, storeId, lane, payload) },
  'notice-mail': { run: ({ storeId, payload }) => sendNoticeMail(deps, storeId, payload) },
  'notice-whatsapp': {
    run: ({ storeId, payload }) => sendNoticeWhatsapp(deps, storeId, payload, queueNotice),
  },
  'notice-summary': { run: ({ storeId, lane, payload }) => sendSummary(deps, storeId, lane, payload) },
  'notice-template': { run: ({ storeId }) => submitNoticeTemplate(deps, storeId) },
})

const menuHandlers = (deps: Deps): Pick<EffectHandlers, Extract<EffectKind, `menu-${string}`>> => ({
  'menu-pause-end': {
    run: ({ storeId, lane, payload }) => endPause(deps, storeId, lane, payload.pauseId),
  },
  'menu-news': { run: ({ storeId }) => tellMenuChanged(deps, storeId) },
  'menu-offers': {
    run: ({ storeId, payload }) => tellOffersChanged(deps, storeId, payload.itemIds),
  },
  'menu-channels': { run: ({ storeId, lane }) => sendItem(deps, storeId, lane) },
  'menu-item-gone': { run: ({ storeId, payload }) => takeOffSale(deps, storeId, payload) },
  'menu-import': {
    // Of an earlier version: the import was its lane.
    run: ({ storeId, lane, payload }) => readImport(deps, storeId, payload.importId ?? lane),
    giveUp: ({ storeId, lane, payload }) => noteImportFailed(deps, storeId, payload.importId ?? lane),
  },
  'menu-photos': {
    run: ({ storeId, lane }) => fetchPhotos(deps, storeId, lane),
    giveUp: ({ storeId, lane }) => notePhotosFailed(deps, storeId, lane),
  },
  'menu-publication': {
    run: ({ storeId, payload }) => publish(deps, storeId, payload.publicationId),
    giveUp: ({ storeId, payload }) => notePublicationFailed(deps, storeId, payload.publicationId),
  },
  'menu-version': { run: ({ storeId }) => keepEditsOfMenu(deps, storeId) },
})

const phoneHandlers = (deps: Deps): Pick<EffectHandlers, Extract<EffectKind, `whatsapp-${string}`>> => ({
  'whatsapp-line': { run: (effect) => runLineAction(deps, effect) },
  'whatsapp-routes': { run: ({ storeId }) => followRoutes(deps, storeId) },
  'whatsapp-send': { run: ({ storeId, lane }) => sendNext(deps, storeId, lane) },
  'whatsapp-turn': { run: ({ storeId, lane }) => takeTurn(deps, storeId, lane) },
})

/** New customers of the store, and new stores. */
const growthHandlers = (
  deps: Deps,
): Pick<EffectHandlers, 'ad-conversion' | Extract<EffectKind, `referral-${string}`>> => ({
  'referral-code': { run: ({ storeId }) => followCode(deps, storeId) },
  'referral-reversal': { run: ({ storeId, payload }) => reverseReward(deps, storeId, payload.referralId) },
  'referral-progress': { run: ({ storeId, payload }) => followReferral(deps, storeId, payload.step) },
  'ad-conversion': {
    run: ({ storeId, lane, payload }) => sendConversion(deps, { storeId, clickId: lane, ...payload }),
    giveUp: ({ storeId, payload }) => noteConversionFailed(deps, storeId, payload.orderId),
  },
})
