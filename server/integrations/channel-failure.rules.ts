import { withChannel } from '../../contract/shared/channels.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import type { MarketplaceFailure } from '../marketplaces/marketplace-error.ts'

const sentences: Readonly<Record<MarketplaceFailure, (type: string) => string>> = {
  unauthorised: (type) => `${withChannel('O', type)} recusou o nosso acesso a este cadastro.`,
  unreachable: (type) => `${withChannel('O', type)} não respondeu.`,
  throttled: (type) => `${withChannel('O', type)} pediu para esperar.`,
  'not-found': (type) => `${withChannel('O', type)} não encontrou o que pedimos.`,
  refused: (type) => `${withChannel('O', type)} não aceitou o pedido.`,
  'not-offered': (type) => `${withChannel('O', type)} não oferece isto a outros sistemas.`,
  'not-configured': () => 'Falta a configuração deste canal no servidor.',
}

/** pt-BR reason of a failed call, for the store's manager. */
export const failureWords = (failure: string, type: string): string =>
  lookup(sentences, failure)?.(type) ?? `${withChannel('O', type)} não respondeu.`
