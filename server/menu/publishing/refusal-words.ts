import { withChannel } from '../../../contract/shared/channels.ts'
import type { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import { RefusedThere } from '../../marketplaces/published-menu.ts'

/** Why a marketplace does not take an item, and what to do: pt-BR. */
export function refusalWords(error: MarketplaceError): string {
  const { platform, kind } = error
  const channel = withChannel('O', platform)
  const app = `no aplicativo ${withChannel('de', platform)}`
  if (kind === 'not-found') return `${channel} não encontrou este item. Compare de novo para publicar.`
  if (!(error instanceof RefusedThere) || error.said === '')
    return `${channel} não aceitou. Mude aqui e publique de novo, ou faça ${app}.`
  return `${channel} não aceitou: “${error.said}”. Mude aqui e publique de novo, ou faça ${app}.`
}
