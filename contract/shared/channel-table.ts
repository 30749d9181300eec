/** A channel that orders come through. Adding one is one entry here and one folder in server/marketplaces. */
export interface Channel {
  readonly label: string
  /** The article that goes before the label. */
  readonly article: 'o' | 'a'
  /** Null: the store's own channel. */
  readonly rules: PublishedRules | null
}

/** The rules that a marketplace publishes. Worker, screens and simulators read them here and nowhere else. */
export interface PublishedRules {
  /** It cancels an order that nobody accepts within this time. */
  readonly acceptWithinSeconds: number
  /** How often its events are polled. Null: they arrive by its webhook alone. */
  readonly pollEverySeconds: number | null
  /** It takes a store off the air that is not polled for this long. Null: it does not need polling. */
  readonly offlineAfterSeconds: number | null
  /** How long it waits for the answer to a webhook. Null: it has none. */
  readonly replyWithinSeconds: number | null
  /** `integer64`: numbers that JavaScript would round, so its documents are read with these as text. */
  readonly idKind: 'uuid' | 'integer64' | 'text'
  /** It says whether the store sells there, and takes its pauses, hours, items and prices from here. */
  readonly storefront: boolean
  /** Publishes what it bills: the order billing report reads it. */
  readonly ledger: boolean
  /** Publishes criteria for a level of its own: the quality report counts them. */
  readonly storeLevel: string | null
}

/** Of an ordering application that speaks Open Delivery. The standard names no times: these are the shortest that one publishes. */
const openDeliveryRules: PublishedRules = {
  acceptWithinSeconds: 300,
  pollEverySeconds: 30,
  offlineAfterSeconds: null,
  replyWithinSeconds: 5,
  idKind: 'text',
  storefront: false,
  ledger: false,
  storeLevel: null,
}

/** The first entry is the store's own channel: people type those orders in. */
export const channelTable = {
  balcao: { label: 'Canal próprio', article: 'o', rules: null },
  ifood: {
    label: 'iFood',
    article: 'o',
    rules: {
      acceptWithinSeconds: 480,
      pollEverySeconds: 30,
      offlineAfterSeconds: 90,
      replyWithinSeconds: 5,
      idKind: 'uuid',
      storefront: true,
      ledger: true,
      storeLevel: 'Nível Super',
    },
  },
  /** Any application that speaks the standard as it is written. */
  'open-delivery': { label: 'Open Delivery', article: 'o', rules: openDeliveryRules },
  keeta: { label: 'Keeta', article: 'a', rules: openDeliveryRules },
  aiqfome: { label: 'aiqfome', article: 'o', rules: openDeliveryRules },
  /** The store's own too: the conversation places them, and people place those that a customer wrote. */
  whatsapp: { label: 'WhatsApp', article: 'o', rules: null },
} as const satisfies Readonly<Record<string, Channel>>

/** CNPJ of the intermediary, for the fiscal note; null: the store sells itself. Apart: no screen needs it. */
export const intermediaries: Readonly<Record<keyof typeof channelTable, string | null>> = {
  balcao: null,
  ifood: '14380200000121',
  // Each application has its own, which its orders name only sometimes.
  'open-delivery': null,
  keeta: null,
  aiqfome: null,
  whatsapp: null,
}
