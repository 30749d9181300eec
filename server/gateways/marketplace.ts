import type { OrderAction } from '../../contract/order-states.ts'

/** A marketplace as the rest of the server knows it. Every call goes over the network: never in a transaction. */
export interface Marketplace {
  pollEvents(merchantIds: readonly string[]): Promise<readonly unknown[]>
  acknowledge(eventIds: readonly string[]): Promise<void>
  readOrder(externalId: string): Promise<unknown>
  /** Resolves when the marketplace has taken the request; its event says what came of it. */
  request(externalId: string, request: MarketplaceRequest): Promise<void>
  cancellationReasons(
    externalId: string,
  ): Promise<readonly { readonly code: string; readonly description: string }[]>
  merchantStatus(merchantId: string): Promise<MerchantStatus>
  /** Repeating it is harmless. */
  setItemStatus(merchantId: string, itemId: string, status: 'AVAILABLE' | 'UNAVAILABLE'): Promise<void>
  setItemPrice(merchantId: string, itemId: string, priceCents: number): Promise<void>
}

export interface MarketplaceRequest {
  readonly action: OrderAction
  readonly code?: string
  readonly reason?: string
}

export interface MerchantStatus {
  readonly available: boolean
  /** Why not, in the marketplace's words. */
  readonly said: string | null
}

export type MarketplaceFailure =
  | 'not-found'
  | 'refused'
  | 'unauthorised'
  | 'throttled'
  | 'unreachable'
  | 'not-configured'

/** What went wrong over there, and whether trying again can help. */
export class MarketplaceError extends Error {
  readonly kind: MarketplaceFailure
  readonly temporary: boolean
  /** pt-BR, for the person who asked. */
  readonly words: string
  readonly unauthorisedMerchants: readonly string[]

  constructor(kind: MarketplaceFailure, detail: string, unauthorisedMerchants: readonly string[] = []) {
    super(`marketplace ${kind}: ${detail}`)
    this.name = 'MarketplaceError'
    this.kind = kind
    this.temporary = kind === 'throttled' || kind === 'unreachable' || kind === 'unauthorised'
    this.words = sentences[kind]
    this.unauthorisedMerchants = unauthorisedMerchants
  }
}

const sentences: Record<MarketplaceFailure, string> = {
  'not-found': 'O iFood não encontrou este pedido.',
  refused: 'O iFood não aceitou esta ação para o pedido como ele está agora.',
  unauthorised: 'O iFood recusou o acesso desta loja. Confira a integração.',
  throttled: 'O iFood pediu para esperar um pouco.',
  unreachable: 'O iFood não respondeu. Tente de novo em instantes.',
  'not-configured': 'A integração com o iFood não está configurada.',
}
