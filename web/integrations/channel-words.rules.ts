import type { ChannelOperation, MerchantHealth } from '../../contract/integrations/health.ts'
import type {
  ChannelView,
  IntegrationView,
  MerchantCheck,
  SetupStep,
  SetupView,
} from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { plural } from '../words/format.ts'

export const operationNames: Readonly<Record<ChannelOperation, string>> = {
  polling: 'Busca de pedidos',
  acknowledgment: 'Aviso de recebido',
  order: 'Leitura do pedido',
  action: 'Aceite e andamento',
  status: 'Situação da loja',
  pause: 'Pausas',
  hours: 'Horários',
  catalogue: 'Cardápio',
  reviews: 'Avaliações',
  ledger: 'Extrato',
  dispute: 'Negociações',
}

export const checkedNames: Readonly<Record<MerchantCheck['results'][number]['what'], string>> = {
  details: 'Cadastro',
  status: 'Situação',
  catalogue: 'Cardápio',
  hours: 'Horários',
}

const stepNames: Readonly<Record<SetupStep, string>> = {
  authorise: 'Autorizar',
  merchants: 'Escolher',
  check: 'Verificar',
  test: 'Testar',
}

/** Our application was approved before, so that way has no step of its own for it. */
export const stepsOf = (
  way: SetupView['way'],
): readonly { readonly step: SetupStep; readonly name: string }[] =>
  (Object.keys(stepNames) as SetupStep[])
    .filter((step) => step !== 'authorise' || way !== 'app')
    .map((step) => ({
      step,
      name: step === 'authorise' && way === 'credentials' ? 'Credenciais' : stepNames[step],
    }))

/** A single failure is tried again before anybody could act on it. */
const failuresThatCount = 2

/** What is wrong with the connection as a whole; null: nothing that lasts. */
export function troubleOf(integration: IntegrationView): 'acesso retirado' | 'com falhas' | null {
  if (integration.refusedSince !== null) return 'acesso retirado'
  const failing = integration.health.some(({ operations }) =>
    operations.some((one) => one.failing && one.failuresLastHour >= failuresThatCount),
  )
  return failing ? 'com falhas' : null
}

/** Whether the technical calls work: `Conexão em ordem`, or how many of them do. */
export function answersText({ operations }: MerchantHealth): string {
  const fine = operations.filter(({ failing }) => !failing).length
  return fine === operations.length
    ? 'Conexão em ordem'
    : `${fine} de ${operations.length} consultas funcionam`
}

/** Connections with something wrong first, then those that work, then what is not connected. */
export function worstFirst(channels: readonly ChannelView[]): ChannelView[] {
  const rank = ({ integration }: ChannelView): number => {
    if (integration?.status !== 'active') return 2
    return troubleOf(integration) ? 0 : 1
  }
  return channels.toSorted((one, other) => rank(one) - rank(other))
}

export function merchantsText({ health }: IntegrationView): string {
  const names = health.map(({ name, merchantId }) => name ?? merchantId)
  return names.length === 1
    ? (names[0] ?? '')
    : `${plural(names.length, 'cadastro', 'cadastros')}: ${names.join(', ')}`
}

/** What the end of a connection means, said before it happens. */
export function disconnectEffects(type: string, runningOrders: number): readonly string[] {
  return [
    `Pedidos novos ${withChannel('de', type)} não chegam mais aqui.`,
    ...(runningOrders === 0
      ? []
      : [
          `${plural(runningOrders, 'pedido em andamento fica', 'pedidos em andamento ficam')} na tela, mas ${withChannel('o', type)} não avisa mais o que acontece. Termine no aplicativo de lá.`,
        ]),
    `Preços e pausas do cardápio deixam de ir para ${withChannel('o', type)}.`,
    'Relatórios, avaliações e extratos guardam tudo até aqui.',
  ]
}

/** An address of the marketplace is a link only if a browser would open it as a page. */
export const isPage = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url)
