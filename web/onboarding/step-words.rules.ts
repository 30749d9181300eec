import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { minPricedItems, type StepKey } from '../../contract/onboarding/steps.ts'
import type { UsageData, UsageStep } from '../../contract/onboarding/usage.ts'
import { plural } from '../words/format.ts'

export interface StepWords {
  readonly title: string
  /** What it is good for, or how it goes, in a sentence or two. */
  readonly help: string
  /** Of the link to where it is done. */
  readonly go: string
}

export const stepWords: Readonly<Record<StepKey, StepWords>> = {
  profile: {
    title: 'Informe o CNPJ ou CPF',
    help: 'Ele identifica a loja nos documentos e nos canais de venda.',
    go: 'Abrir os dados da loja',
  },
  hours: {
    title: 'Diga quando a loja abre',
    help: 'Fora do horário a loja aparece fechada. Pausas e feriados ficam na mesma tela.',
    go: 'Abrir os horários',
  },
  service: {
    title: 'Diga como você vende',
    help: 'Retirada e salão valem assim que ligados. A entrega precisa de uma área.',
    go: 'Abrir o que a loja usa',
  },
  menu: {
    title: 'Monte o cardápio',
    help: 'Com cinco itens com preço já dá para lançar um pedido em poucos toques.',
    go: 'Abrir o cardápio',
  },
  printer: {
    title: 'Ligue a impressora',
    help: 'Instale o programa no computador da loja, digite o código e escolha a impressora.',
    go: 'Abrir as impressoras',
  },
  'test-order': {
    title: 'Faça um pedido de teste',
    help: 'Ele chega, é aceito, impresso e concluído como um de verdade, e não entra em nenhum número.',
    go: 'Fazer pedido de teste',
  },
  notifications: {
    title: 'Ligue os avisos neste aparelho',
    help: 'O aparelho toca quando um pedido espera aceite, também com a tela apagada.',
    go: 'Abrir os avisos',
  },
  payment: {
    title: 'Cadastre a chave Pix',
    help: 'O cliente paga com o código da própria loja.',
    go: 'Abrir os pagamentos',
  },
  channel: {
    title: 'Conecte um canal de venda',
    help: 'Os pedidos do marketplace entram na mesma tela que os do balcão.',
    go: 'Abrir os canais',
  },
  team: {
    title: 'Convide a equipe',
    help: 'Cada pessoa entra com a própria senha e vê só o que precisa.',
    go: 'Convidar alguém',
  },
  'second-factor': {
    title: 'Proteja a conta do dono',
    help: 'Com o código do celular, a senha sozinha não basta para entrar.',
    go: 'Abrir minha conta',
  },
  'first-order': {
    title: 'Receba o primeiro pedido',
    help: 'Vale o do marketplace e o que você lança por telefone ou no balcão.',
    go: 'Abrir os pedidos',
  },
}

/** `Monte o cardápio (3 de 5 itens)`: a step that takes several acts says how far it has come. */
export const stepTitle = (
  { key, done }: UsageStep,
  { pricedItems }: Pick<UsageData, 'pricedItems'>,
): string =>
  key === 'menu' && !done && pricedItems > 0
    ? `${stepWords.menu.title} (${pricedItems} de ${minPricedItems} itens)`
    : stepWords[key].title

/** Where a step is done, as the address that a link takes. */
export function stepPlace(
  key: StepKey,
  storeId: string,
): { readonly to: string; readonly search: object; readonly hash?: string } {
  const tab = tabs[key]
  const hash = key === 'service' ? { hash: 'o-que-a-loja-usa' } : {}
  if (tab) return { to: '/settings', search: { tab, store: storeId }, ...hash }
  if (key === 'menu') return { to: '/cardapio', search: {} }
  if (key === 'second-factor') return { to: '/conta', search: {} }
  return { to: '/menu/orders', search: {} }
}

const tabs: Partial<Readonly<Record<StepKey, string>>> = {
  profile: 'loja',
  hours: 'horarios',
  service: 'loja',
  printer: 'printing',
  notifications: 'notificacoes',
  payment: 'pagamentos',
  channel: 'integracoes',
  team: 'team',
}

/** Neither done nor skipped, in their order. */
export const openSteps = ({ steps }: Pick<UsageData, 'steps'>): readonly UsageStep[] =>
  steps.filter(({ done, skipped }) => !done && !skipped)

/** The first open step that this role can do: nobody is called to what another has to do. */
export const nextStep = (usage: Pick<UsageData, 'steps'>, role: RoleName): UsageStep | undefined =>
  openSteps(usage).find((step) => roleMeets(role, step.role))

export const doneCount = ({ steps }: Pick<UsageData, 'steps'>): number =>
  steps.filter(({ done }) => done).length

/** How far it has come, and how long the rest takes. */
export function progressText(usage: Pick<UsageData, 'steps'>): string {
  const open = openSteps(usage)
  const done = `${doneCount(usage)} de ${usage.steps.length} passos feitos`
  if (open.length === 0) return `${done}. Nada espera por você.`
  const minutes = open.reduce((sum, step) => sum + step.minutes, 0)
  const rest = open.length === 1 ? 'Falta 1 passo' : `Faltam ${open.length}`
  return minutes === 0
    ? `${done}. ${rest}.`
    : `${done}. ${rest}, uns ${plural(minutes, 'minuto', 'minutos')}.`
}

/** The parts of a test order, each done or not. Printed is left out where nothing prints. */
export function testParts(
  order: NonNullable<UsageData['testOrder']>,
): readonly { readonly words: string; readonly done: boolean }[] {
  const accepted = !['placed', 'cancelled'].includes(order.status)
  return [
    { words: 'Aceito', done: accepted },
    ...(order.printed === null ? [] : [{ words: 'Impresso', done: order.printed }]),
    { words: 'Concluído', done: order.status === 'concluded' },
  ]
}
