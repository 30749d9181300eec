import type { ChannelOperation, MerchantHealth } from '../../contract/integrations/health.ts'
import type {
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

/** How it goes as a whole, as a pill says it. */
export function stateOf(integration: IntegrationView): {
  readonly words: string
  readonly tone: 'ok' | 'bad'
} {
  if (integration.refusedSince !== null) return { words: 'Acesso retirado', tone: 'bad' }
  const failing = integration.health.some(({ operations }) =>
    operations.some((one) => one.failing && one.failuresLastHour >= failuresThatCount),
  )
  if (failing) return { words: 'Com falhas', tone: 'bad' }
  return { words: 'Conectado', tone: 'ok' }
}

/** Of the technical calls together: `8 respostas certas`, or which of them fail. */
export function answersText({ operations }: MerchantHealth): string {
  const failing = operations.filter((one) => one.failing)
  return failing.length === 0
    ? plural(operations.length, 'resposta certa', 'respostas certas')
    : `Falham: ${failing.map(({ operation }) => operationNames[operation]).join(', ')}`
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
