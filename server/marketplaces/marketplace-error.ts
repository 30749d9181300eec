import { withChannel } from '../../contract/shared/channels.ts'

export type MarketplaceFailure =
  | 'not-found'
  | 'refused'
  | 'unauthorised'
  | 'throttled'
  | 'unreachable'
  | 'not-configured'
  | 'not-offered'

/** What failed at the marketplace, and whether trying again can help. */
export class MarketplaceError extends Error {
  readonly platform: string
  readonly kind: MarketplaceFailure
  readonly temporary: boolean
  /** pt-BR, for the person who asked. */
  readonly words: string
  readonly unauthorisedMerchants: readonly string[]
  /** How long it asked to wait, in milliseconds. */
  waitMs: number | null = null

  constructor(
    platform: string,
    kind: MarketplaceFailure,
    detail: string,
    unauthorisedMerchants: readonly string[] = [],
  ) {
    super(`${platform} ${kind}: ${detail}`)
    this.name = 'MarketplaceError'
    this.platform = platform
    this.kind = kind
    this.temporary = kind === 'throttled' || kind === 'unreachable' || kind === 'unauthorised'
    this.words = sentences[kind](platform)
    this.unauthorisedMerchants = unauthorisedMerchants
  }
}

/** Throws what an answer's status says that failed; below 300 nothing did. */
export function rejectStatus(
  platform: string,
  status: number,
  what: string,
  waitMs: number | null = null,
): void {
  if (status < 300) return
  const failed = (kind: MarketplaceFailure, detail = `${what} ${status}`) =>
    new MarketplaceError(platform, kind, detail)
  if (status === 404) throw failed('not-found', what)
  if (status === 429) throw Object.assign(failed('throttled', what), { waitMs })
  if (status === 401 || status === 403) throw failed('unauthorised')
  throw failed(status >= 500 ? 'unreachable' : 'refused')
}

const sentences: Record<MarketplaceFailure, (platform: string) => string> = {
  'not-found': (platform) => `${withChannel('O', platform)} não encontrou este pedido.`,
  refused: (platform) =>
    `${withChannel('O', platform)} não aceitou esta ação para o pedido como ele está agora.`,
  unauthorised: (platform) =>
    `${withChannel('O', platform)} recusou o acesso desta loja. Confira em Ajustes, Canais.`,
  throttled: (platform) => `${withChannel('O', platform)} pediu para esperar um pouco.`,
  unreachable: (platform) => `${withChannel('O', platform)} não respondeu. Tente de novo em instantes.`,
  'not-configured': (platform) => `Falta conectar ${withChannel('o', platform)}.`,
  'not-offered': (platform) =>
    `${withChannel('O', platform)} não oferece isto a outros sistemas. Faça pelo aplicativo ${withChannel('de', platform)}.`,
}
