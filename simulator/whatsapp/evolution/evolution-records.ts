export type InstanceState = 'open' | 'connecting' | 'close' | 'refused'

export interface WebhookSettings {
  url: string
  enabled: boolean
  byEvents: boolean
  base64: boolean
  headers: Readonly<Record<string, string>>
  events: readonly string[]
}

export interface Instance {
  readonly name: string
  readonly id: string
  readonly token: string
  readonly integration: string
  number: string | null
  state: InstanceState
  profileName: string | null
  qr: { count: number; code: string; pairingCode: string | null; base64: string } | null
  webhook: WebhookSettings | null
  banned: boolean
  /** It never leaves `connecting`, and answers `{"count":0}`. */
  stuck: boolean
  qrTimer: NodeJS.Timeout | null
}

export interface EvolutionBubble {
  readonly id: string
  readonly instance: string
  /** Digits of the customer. */
  readonly number: string
  readonly by: 'customer' | 'store' | 'owner'
  readonly text: string
  readonly rows: readonly {
    readonly id: string
    readonly title: string
    readonly description: string | null
  }[]
  readonly at: number
  status: 'PENDING' | 'SERVER_ACK' | 'DELIVERY_ACK' | 'READ' | 'ERROR'
}

/** Numbers that the gateway's library gives with a closed line. */
export const closeReasons = { lost: 428, loggedOut: 401, banned: 403, restart: 515, timedOut: 408 } as const
