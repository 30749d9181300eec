import type { Metric } from './metric.ts'

const fromItems = 'Itens dos pedidos de todos os canais, no dia comercial da loja em que foram feitos.'
const fromMenu = 'Cardápio da loja como está agora.'
const fromPauses = 'Pausas dos itens registradas no cardápio.'

/** Metrics of products and menus. */
export const productMetrics = {
  itemQuantity: {
    label: 'Quantidade',
    unit: 'count',
    definition: 'Unidades vendidas em pedidos válidos. O que é vendido por peso conta em quilos.',
    source: fromItems,
    goodWhen: 'up',
  },
  itemRevenue: {
    label: 'Receita',
    unit: 'cents',
    definition:
      'Preço do item e dos complementos, vezes a quantidade, em pedidos válidos, antes de descontos. A soma dos produtos é o faturamento bruto.',
    source: fromItems,
    goodWhen: 'up',
  },
  itemShare: {
    label: 'Participação',
    unit: 'share',
    definition: 'Receita do produto dividida pela receita de todos os produtos do período.',
    source: fromItems,
    goodWhen: 'neither',
  },
  abcClass: {
    label: 'Curva ABC',
    unit: 'share',
    definition:
      'Produtos em ordem de receita. A: os que juntos fazem os primeiros 80% da receita. B: os seguintes, até 95%. C: os demais.',
    source: fromItems,
    goodWhen: 'neither',
  },
  attachRate: {
    label: 'Com complemento',
    unit: 'share',
    definition: 'Unidades pedidas com pelo menos um complemento, divididas pelas unidades vendidas.',
    source: fromItems,
    goodWhen: 'up',
  },
  optionRevenue: {
    label: 'Receita de complementos',
    unit: 'cents',
    definition: 'Parte da receita do produto que veio dos complementos.',
    source: fromItems,
    goodWhen: 'up',
  },
  itemDiscount: {
    label: 'Desconto do produto',
    unit: 'cents',
    definition:
      'Parte do produto nos descontos pagos pela loja. O desconto de um pedido é repartido entre os itens na proporção do valor.',
    source: fromItems,
    goodWhen: 'down',
  },
  itemCancellation: {
    label: 'Cancelados com o item',
    unit: 'share',
    definition:
      'Pedidos com o produto que foram cancelados ou recusados, divididos por todos os pedidos com o produto.',
    source: fromItems,
    goodWhen: 'down',
  },
  itemCancelledCents: {
    label: 'Receita cancelada',
    unit: 'cents',
    definition: 'O que o produto teria rendido nos pedidos cancelados ou recusados.',
    source: fromItems,
    goodWhen: 'down',
  },
  pausedHours: {
    label: 'Horas em pausa',
    unit: 'score',
    definition:
      'Horas do período em que o item esteve pausado no cardápio, somadas as lojas. Inclui as horas em que a loja estava fechada.',
    source: fromPauses,
    goodWhen: 'down',
  },
  lostSales: {
    label: 'Venda perdida (estimativa)',
    unit: 'cents',
    definition:
      'Estimativa: a receita média por dia do item nos 28 dias antes de cada pausa, vezes os dias em pausa. Não é um valor medido.',
    source: `${fromPauses} ${fromItems}`,
    goodWhen: 'down',
  },
  priceChanges: {
    label: 'Mudanças de preço',
    unit: 'count',
    definition:
      'Quantas vezes mudou o preço unitário mais comum do dia, em alguma loja ou canal, sem contar complementos.',
    source: fromItems,
    goodWhen: 'neither',
  },
  menuScore: {
    label: 'Nota do cardápio',
    unit: 'count',
    definition:
      'De 0 a 100, a média dos itens da loja. Cada item soma 35 com foto, 25 com descrição, 25 com preço e 15 com categoria.',
    source: fromMenu,
    goodWhen: 'up',
  },
  longPause: {
    label: 'Pausados há 3 dias ou mais',
    unit: 'count',
    definition: 'Itens fora de venda há 3 dias ou mais. Com 6 e 9 dias o aviso fica mais forte.',
    source: fromPauses,
    goodWhen: 'down',
  },
  channelPrice: {
    label: 'Preço diferente no canal',
    unit: 'count',
    definition: 'Itens que custam no marketplace outro preço do que no canal próprio.',
    source: fromMenu,
    goodWhen: 'neither',
  },
  neverSold: {
    label: 'Nunca vendidos',
    unit: 'count',
    definition: 'Itens do cardápio que não aparecem em nenhum pedido válido desde que a loja usa o Balcão.',
    source: `${fromMenu} ${fromItems}`,
    goodWhen: 'down',
  },
  coverage: {
    label: 'Cobertura',
    unit: 'count',
    definition:
      'Itens de mesmo nome que faltam em alguma das lojas com cardápio, ou que têm preços diferentes entre elas.',
    source: fromMenu,
    goodWhen: 'down',
  },
} as const satisfies Record<string, Metric>
