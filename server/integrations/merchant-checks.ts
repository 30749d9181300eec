import type { MerchantCheck } from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import type { Marketplace } from '../marketplaces/marketplace.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import type { MerchantAccount, MerchantStatus } from '../marketplaces/merchant.ts'
import { failureWords } from './channel-failure.rules.ts'

type Result = MerchantCheck['results'][number]
type Outcome = Pick<Result, 'state' | 'words'>

/**
 * Asks the marketplace what a store needs to sell there; each answer with its reason. What the marketplace does not say
 * is left out. Never throws for a partner.
 */
export async function checkMerchant(
  marketplace: Marketplace,
  account: MerchantAccount,
  merchantId: string,
): Promise<MerchantCheck> {
  const { platform: type, status } = marketplace
  const { countItems, countShifts } = account
  let name: string | null = null
  const details = async (): Promise<Outcome> => {
    const found = await account.readMerchant(merchantId)
    name = found.name
    return { state: 'ok', words: found.address ? `${found.name}, ${found.address}` : found.name }
  }
  const asked: readonly (readonly [Result['what'], (() => Promise<Outcome>) | undefined])[] = [
    ['details', details],
    ['status', status && (async () => statusOutcome(await status.read(merchantId), type))],
    ['catalogue', countItems && (async () => itemsOutcome(await countItems(merchantId)))],
    ['hours', countShifts && (async () => shiftsOutcome(await countShifts(merchantId)))],
  ]
  const results = await Promise.all(
    asked.flatMap(([what, work]) => (work ? [attempt(what, type, work)] : [])),
  )
  return { merchantId, name, results }
}

function statusOutcome({ available, said }: MerchantStatus, type: string): Outcome {
  if (available) return { state: 'ok', words: `Aberta ${withChannel('em', type)} agora.` }
  return {
    state: 'attention',
    words: `Fechada ${withChannel('em', type)} agora${said ? `: ${said}` : ''}. Depois de conectada, ela abre em até um minuto se for a hora.`,
  }
}

function itemsOutcome(items: number): Outcome {
  if (items === 0)
    return { state: 'attention', words: 'O cardápio de lá está vazio. Cadastre os itens antes de vender.' }
  return {
    state: 'ok',
    words: items === 1 ? '1 item no cardápio de lá.' : `${items} itens no cardápio de lá.`,
  }
}

function shiftsOutcome(shifts: number): Outcome {
  if (shifts === 0)
    return { state: 'attention', words: 'Não há horários cadastrados lá. Sem eles a loja não abre.' }
  return {
    state: 'ok',
    words: shifts === 1 ? '1 horário na semana de lá.' : `${shifts} horários na semana de lá.`,
  }
}

async function attempt(what: Result['what'], type: string, work: () => Promise<Outcome>): Promise<Result> {
  try {
    return { what, ...(await work()) }
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    return { what, state: 'failed', words: failureWords(error.kind, type) }
  }
}
