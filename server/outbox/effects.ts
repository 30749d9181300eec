import * as z from 'zod/mini'
import { attribution } from '../../contract/identity/attribution.ts'
import { pushEvents } from '../../contract/notifications/push.ts'
import { presenceCauses } from '../../contract/presence/presence-now.ts'
import { dayText } from '../../contract/shared/day.ts'
import { platforms } from '../../contract/shared/channels.ts'
import { channelRepairs } from '../../contract/stores/channels.ts'
import { orderActions } from '../../contract/orders/states.ts'

const nothing = z.object({})
const uuid = z.guid()

/** What people are notified of (server/notifications/push.rules.ts). */
const notice = z.object({
  event: z.enum(pushEvents),
  orderId: uuid,
  displayId: z.string(),
  minutes: z.nullable(z.number()),
  unseen: z.optional(z.object({ cause: z.enum(presenceCauses), closes: z.boolean() })),
})

/**
 * Everything that leaves through the outbox, with the payload it carries. A kind that is not here does not
 * compile. The comment names the lane: effects of one lane leave one after the other.
 */
export const effects = {
  /** Lane: the order. Asks its marketplace for a move. */
  'marketplace-action': z.object({
    action: z.enum(orderActions),
    code: z.optional(z.string()),
    reason: z.optional(z.string()),
    note: z.nullish(z.string()),
  }),
  /** Lane: the order. A marketplace that carries it for another channel waits for this. */
  'confirm-carried': z.object({ platform: z.string(), externalId: z.string() }),
  /** Lane: the order. Nobody accepted it yet. */
  'acceptance-reminder': z.object({ step: z._default(z.int(), 0) }),
  /** Lane: the order. Half an hour after its delivery. */
  'conclude-delivered': nothing,
  /** Lane: the order. */
  'auto-accept': nothing,
  /** Lane: the order. The preparation of an accepted scheduled order starts. */
  'preparation-due': nothing,
  /** Lane: the order. Tickets that did not come out in time. */
  'print-expiry': nothing,
  /** Lane: the store. A break begins or ends. */
  'break-turn': nothing,
  /** Lane: the store. The start of its day or its zone changed: orders that were being taken then. */
  'days-again': z.object({
    /** The first day that may hold some. */
    from: dayText,
    /** Past days were counted again so. */
    recalculated: z.nullable(z.object({ startsAt: z.string(), timezone: z.string() })),
  }),
  /** Lane: the store, which was created: the directory opens it to its first owner. */
  'store-opened': z.object({
    uid: z.string(),
    label: z.string(),
    hadStores: z.boolean(),
    attribution: z.nullable(attribution),
  }),
  /** Lane: the store. Its row has another slug. */
  'store-slug': nothing,
  /** Lane: the store. A limited capacity ends. */
  'capacity-return': nothing,
  /** Lane: the store. Its pause, or the end of it, is wished of the marketplaces. */
  'channel-pause': nothing,
  /** Lane: the store. Its week is wished of the marketplaces; a special day comes and goes with it. */
  'channel-hours': nothing,
  /** Lane: the store. Wishes that are not proved yet are looked at and tried again. */
  'channel-wishes': nothing,
  /** Lane: the store. What a person asked to have mended at a marketplace. */
  'channel-repair': z.object({ platform: z.string(), repair: z.enum(channelRepairs) }),
  /** Lane: the store. A break ends in a few minutes. */
  'break-reminder': z.object({ breakId: uuid }),
  /** Lane: the order. A negotiation is answered; the marketplace's event settles it. */
  'dispute-answer': z.object({ disputeId: uuid }),
  /** A lane of its own. Who of the store's people is notified is not decided yet. */
  notice,
  /** Lane: the device. */
  push: notice,
  /** A lane of its own. The same by mail, to these people. */
  'notice-mail': z.object({ about: notice, uids: z.array(z.string()) }),
  /** A lane of its own. The same by the store's WhatsApp line, to these people's phones. */
  'notice-whatsapp': z.object({ about: notice, uids: z.array(z.string()) }),
  /** Lane: the device. What quiet hours held back, as one notice. */
  'notice-summary': z.object({ title: z.string(), body: z.string() }),
  /** Lane: the store. Has the platform approve the text of notices. */
  'notice-template': nothing,
  /** Lane: the menu item. */
  'menu-pause-end': z.object({ pauseId: uuid }),
  /** Lane: a menu item. The items of its store are made as they are wished at its marketplaces. */
  'menu-channels': nothing,
  /** Lane: the menu item, which is deleted. The marketplace takes it off sale. */
  'menu-item-gone': z.object({
    platform: z.enum(platforms),
    merchantId: z.string(),
    partnerItemId: z.string(),
  }),
  /** Lane: the store, so that one import is read at a time. Reads a menu of another place. */
  'menu-import': z.object({ importId: z.optional(uuid) }),
  /** Lane: the import. Fetches the photos that its items name. */
  'menu-photos': nothing,
  /** Lane: the store. Marketplaces that fetch its menu from us read it again. */
  'menu-news': nothing,
  /** Lane: the store. The same, of whether these items are on sale. */
  'menu-offers': z.object({ itemIds: z.array(uuid) }),
  /** Lane: the store. The directory follows its connection with a marketplace, or the end of one. */
  'merchant-routes': z.object({ type: z.string() }),
  /** Lane: the store. Keeps the state of the menu after a quarter of an hour of edits. */
  'menu-version': nothing,
  /** Lane: the publication. Compares, writes and reads back, a stretch at a time. */
  'menu-publication': z.object({ publicationId: uuid }),
  /** Lane: the reconciliation. Asks for a statement of a month, waits for it and compares it. */
  reconciliation: z.object({ reconciliationId: uuid }),
  /** Lane: the acts of the store. Its part of an act in many stores. */
  'bulk-part': z.object({ actId: uuid }),
  /** Lane: the store. Two days after its start. */
  'first-steps-mail': nothing,
  /** Lane: the review. */
  'review-reply': nothing,
  /** Lane: the WhatsApp line. What its rules asked of its provider, or the end of a QR's time. */
  'whatsapp-line': z.object({ act: z.enum(['renew', 'restart', 'log-out', 'step-over']) }),
  /** Lane: the store. Its WhatsApp line was replaced or removed. */
  'whatsapp-routes': nothing,
  /** Lane: the person who is written to. */
  'whatsapp-send': nothing,
  /** Lane: the conversation. Answers what its customer wrote. */
  'whatsapp-turn': nothing,
  /** Lane: the referral. Of the store that was opened by a link: its first real order, or why it does not count. */
  'referral-progress': z.object({ step: z.int() }),
  /** Lane: the store. Whether its program is on was changed. */
  'referral-code': nothing,
  /** Lane: the referral, which support declared void. */
  'referral-reversal': z.object({ referralId: uuid }),
  /** Lane: the click. Reports its order to the ad network once that is concluded. */
  'ad-conversion': z.object({ orderId: uuid, step: z.int() }),
} as const

export type EffectKind = keyof typeof effects

/** Kinds that are due within seconds of being written: a later time was written before the clock was set back. */
export const promptKinds: readonly EffectKind[] = [
  'marketplace-action',
  'dispute-answer',
  'channel-repair',
  'notice',
  'push',
  'notice-mail',
  'notice-whatsapp',
  'notice-summary',
  'notice-template',
  'menu-channels',
  'menu-item-gone',
  'menu-offers',
  'menu-import',
  'menu-photos',
  'menu-publication',
  'reconciliation',
  'bulk-part',
  'review-reply',
]
export type EffectInput<K extends EffectKind> = z.input<(typeof effects)[K]>
export type EffectPayload<K extends EffectKind> = z.output<(typeof effects)[K]>

export interface Effect<K extends EffectKind> {
  readonly storeId: string
  readonly id: string
  /** The order, item, device, review or store whose effects leave in order. */
  readonly lane: string
  readonly payload: EffectPayload<K>
}

interface EffectHandler<K extends EffectKind> {
  run(effect: Effect<K>): Promise<void>
  /** After the last attempt: says on the screen that it did not happen. */
  giveUp?(effect: Effect<K>): Promise<void>
}

/** A kind without a handler does not compile. */
export type EffectHandlers = { readonly [K in EffectKind]: EffectHandler<K> }

export const isEffectKind = (kind: string): kind is EffectKind => Object.hasOwn(effects, kind)
