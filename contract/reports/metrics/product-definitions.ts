import type { MetricDefinition } from './metric.ts'
import type { productMetrics } from './product-metrics.ts'

const fromItems =
  'Itens dos pedidos de todos os canais, no dia comercial da loja em que foram feitos; os agendados, no dia para o qual são.'
const fromMenu = 'Cardápio da loja como está agora.'
const fromPauses = 'Pausas dos itens registradas no cardápio.'

/** What each metric says of itself when it is opened: a text of its own file, for a screen needs it only then. */
export const productDefinitions: Record<keyof typeof productMetrics, MetricDefinition> = {
  itemQuantity: {
    definition: 'Unidades vendidas em pedidos válidos. O que é vendido por peso conta em quilos.',
    source: fromItems,
  },
  itemRevenue: {
    definition:
      'Preço do item e dos complementos, vezes a quantidade, em pedidos válidos, antes de descontos. A soma dos produtos é o faturamento bruto.',
    source: fromItems,
  },
  itemShare: {
    definition: 'Faturamento do produto dividido pelo de todos os produtos do período.',
    source: fromItems,
  },
  abcClass: {
    definition:
      'Produtos em ordem de faturamento. A: os que juntos fazem os primeiros 80\u00a0% do faturamento. B: os seguintes, até 95\u00a0%. C: os demais.',
    source: fromItems,
  },
  attachRate: {
    definition: 'Unidades pedidas com pelo menos um complemento, divididas pelas unidades vendidas.',
    source: fromItems,
  },
  optionRevenue: {
    definition: 'Parte do faturamento do produto que veio dos complementos.',
    source: fromItems,
  },
  itemDiscount: {
    definition:
      'Parte do produto nos descontos pagos pela loja. O desconto de um pedido é repartido entre os itens na proporção do valor.',
    source: fromItems,
  },
  itemCancellation: {
    definition:
      'Pedidos com o produto que foram cancelados ou recusados, divididos por todos os pedidos com o produto.',
    source: fromItems,
  },
  itemCancelledCents: {
    definition: 'O que o produto teria rendido nos pedidos cancelados ou recusados.',
    source: fromItems,
  },
  pausedHours: {
    definition:
      'Horas do período em que o item esteve pausado no cardápio, somadas as lojas. Inclui as horas em que a loja estava fechada.',
    source: fromPauses,
  },
  lostSales: {
    definition:
      'Estimativa: o faturamento médio por dia do item nos 28 dias antes de cada pausa, vezes os dias em pausa. Não é um valor medido.',
    source: `${fromPauses} ${fromItems}`,
  },
  priceChanges: {
    definition:
      'Quantas vezes mudou o preço unitário mais comum do dia, em alguma loja ou canal, sem contar complementos.',
    source: fromItems,
  },
  menuScore: {
    definition:
      'De 0 a 100, a média dos itens da loja. Cada item soma 35 com foto, 25 com descrição, 25 com preço e 15 com categoria.',
    source: fromMenu,
  },
  longPause: {
    definition: 'Itens fora de venda há 3 dias ou mais. Com 6 e 9 dias o aviso fica mais forte.',
    source: fromPauses,
  },
  channelPrice: {
    definition: 'Itens que custam no marketplace outro preço do que no canal próprio.',
    source: fromMenu,
  },
  neverSold: {
    definition: 'Itens do cardápio que não aparecem em nenhum pedido válido desde que a loja usa o Balcão.',
    source: `${fromMenu} ${fromItems}`,
  },
  coverage: {
    definition:
      'Itens de mesmo nome que faltam em alguma das lojas com cardápio, ou que têm preços diferentes entre elas.',
    source: fromMenu,
  },
}
