import type { MerchantCheck } from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { MarketplaceError, type Marketplace, type MerchantAccount } from '../marketplaces/marketplace.ts'
import { failureWords } from './channel-failure.rules.ts'

type Result = MerchantCheck['results'][number]
type Outcome = Pick<Result, 'state' | 'words'>

/** Asks the marketplace what a store needs to sell there; each answer with its reason. Never throws for a partner. */
export async function checkMerchant(
  marketplace: Marketplace,
  account: MerchantAccount,
  merchantId: string,
): Promise<MerchantCheck> {
  const type = marketplace.platform
  let name: string | null = null
  const details = async (): Promise<Outcome> => {
    const found = await account.readMerchant(merchantId)
    name = found.name
    return { state: 'ok', words: found.address ? `${found.name}, ${found.address}` : found.name }
  }
  const status = async (): Promise<Outcome> => {
    const { available, said } = await marketplace.merchantStatus(merchantId)
    if (available) return { state: 'ok', words: `Aberta ${withChannel('em', type)} agora.` }
    return {
      state: 'attention',
      words: `Fechada ${withChannel('em', type)} agora${said ? `: ${said}` : ''}. Depois de conectada, ela abre em até um minuto se for a hora.`,
    }
  }
  const catalogue = async (): Promise<Outcome> => {
    const items = await account.countItems(merchantId)
    return items > 0
      ? {
          state: 'ok',
          words: items === 1 ? '1 item no cardápio de lá.' : `${items} itens no cardápio de lá.`,
        }
      : { state: 'attention', words: 'O cardápio de lá está vazio. Cadastre os itens antes de vender.' }
  }
  const hours = async (): Promise<Outcome> => {
    const shifts = await account.countShifts(merchantId)
    return shifts > 0
      ? {
          state: 'ok',
          words: shifts === 1 ? '1 horário na semana de lá.' : `${shifts} horários na semana de lá.`,
        }
      : { state: 'attention', words: 'Não há horários cadastrados lá. Sem eles a loja não abre.' }
  }
  const results = await Promise.all([
    attempt('details', type, details),
    attempt('status', type, status),
    attempt('catalogue', type, catalogue),
    attempt('hours', type, hours),
  ])
  return { merchantId, name, results }
}

async function attempt(what: Result['what'], type: string, work: () => Promise<Outcome>): Promise<Result> {
  try {
    return { what, ...(await work()) }
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    return { what, state: 'failed', words: failureWords(error.kind, type) }
  }
}
