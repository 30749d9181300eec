/** A channel that orders come through. Adding one is one entry here and one folder in server/marketplaces. */
export interface Channel {
  readonly label: string
  /** The article that goes before the label. */
  readonly article: 'o' | 'a'
  /** False for the store's own channels. */
  readonly marketplace: boolean
  /** The marketplace cancels an order that nobody accepts within this time. */
  readonly acceptWithinSeconds: number | null
  /** The marketplace takes a store off the air when it isn't polled for this long. */
  readonly offlineAfterSeconds: number | null
  /** How often the stores' channel is polled, in the words of the screens. */
  readonly pollEverySeconds: number | null
  /** Publishes what it bills: the order billing report reads it. */
  readonly ledger: boolean
  /** Publishes criteria for a level of its own: the quality report counts them. */
  readonly storeLevel: string | null
}

/** The first entry is the store's own channel: people type those orders in. */
export const channelTable = {
  balcao: {
    label: 'Canal próprio',
    article: 'o',
    marketplace: false,
    acceptWithinSeconds: null,
    offlineAfterSeconds: null,
    pollEverySeconds: null,
    ledger: false,
    storeLevel: null,
  },
  ifood: {
    label: 'iFood',
    article: 'o',
    marketplace: true,
    acceptWithinSeconds: 480,
    offlineAfterSeconds: 90,
    pollEverySeconds: 30,
    ledger: true,
    storeLevel: 'Nível Super',
  },
  /** The store's own too: the conversation places them, and people place those that a customer wrote. */
  whatsapp: {
    label: 'WhatsApp',
    article: 'o',
    marketplace: false,
    acceptWithinSeconds: null,
    offlineAfterSeconds: null,
    pollEverySeconds: null,
    ledger: false,
    storeLevel: null,
  },
} as const satisfies Readonly<Record<string, Channel>>

/** CNPJ of the intermediary, for the fiscal note; null: the store sells itself. Apart: no screen needs it. */
export const intermediaries: Readonly<Record<keyof typeof channelTable, string | null>> = {
  balcao: null,
  ifood: '14380200000121',
  whatsapp: null,
}
