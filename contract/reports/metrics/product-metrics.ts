import type { Metric } from './metric.ts'

/** Metrics of products and menus. */
export const productMetrics = {
  itemQuantity: {
    label: 'Quantidade',
    unit: 'count',
    goodWhen: 'up',
  },
  itemRevenue: {
    label: 'Faturamento bruto',
    unit: 'cents',
    goodWhen: 'up',
  },
  itemShare: {
    label: 'Participação',
    unit: 'share',
    goodWhen: 'neither',
  },
  abcClass: {
    label: 'Mais vendidos (curva ABC)',
    unit: 'share',
    goodWhen: 'neither',
  },
  attachRate: {
    label: 'Com complemento',
    unit: 'share',
    goodWhen: 'up',
  },
  optionRevenue: {
    label: 'Faturamento de complementos',
    unit: 'cents',
    goodWhen: 'up',
  },
  itemDiscount: {
    label: 'Desconto do produto',
    unit: 'cents',
    goodWhen: 'down',
  },
  itemCancellation: {
    label: 'Cancelados com o item',
    unit: 'share',
    goodWhen: 'down',
  },
  itemCancelledCents: {
    label: 'Faturamento cancelado',
    unit: 'cents',
    goodWhen: 'down',
  },
  pausedHours: {
    label: 'Horas em pausa',
    unit: 'score',
    goodWhen: 'down',
  },
  lostSales: {
    label: 'Venda perdida (estimativa)',
    unit: 'cents',
    goodWhen: 'down',
  },
  priceChanges: {
    label: 'Mudanças de preço',
    unit: 'count',
    goodWhen: 'neither',
  },
  menuScore: {
    label: 'Nota do cardápio',
    unit: 'count',
    goodWhen: 'up',
  },
  longPause: {
    label: 'Pausados há 3 dias ou mais',
    unit: 'count',
    goodWhen: 'down',
  },
  channelPrice: {
    label: 'Preço diferente no canal',
    unit: 'count',
    goodWhen: 'neither',
  },
  neverSold: {
    label: 'Nunca vendidos',
    unit: 'count',
    goodWhen: 'down',
  },
  coverage: {
    label: 'Cobertura',
    unit: 'count',
    goodWhen: 'down',
  },
} as const satisfies Record<string, Metric>
