import type { Metric } from './metric.ts'

/** Metrics of customers. */
export const customerMetrics = {
  newOrders: {
    label: 'Primeiro pedido feito',
    unit: 'count',
    goodWhen: 'up',
  },
  returningOrders: {
    label: 'De recorrentes',
    unit: 'count',
    goodWhen: 'up',
  },
  frequentOrders: {
    label: 'De frequentes',
    unit: 'count',
    goodWhen: 'up',
  },
  unidentifiedOrders: {
    label: 'Não identificáveis',
    unit: 'count',
    goodWhen: 'neither',
  },
  customerBase: {
    label: 'Clientes na base',
    unit: 'count',
    goodWhen: 'up',
  },
  newCustomers: {
    label: 'Clientes novos',
    unit: 'count',
    goodWhen: 'up',
  },
  repeatingCustomers: {
    label: 'Já pediram de novo',
    unit: 'share',
    goodWhen: 'up',
  },
  daysBetweenOrders: {
    label: 'Dias entre pedidos',
    unit: 'score',
    goodWhen: 'down',
  },
  repurchase: {
    label: 'Recompra',
    unit: 'share',
    goodWhen: 'up',
  },
  cohort: {
    label: 'Clientes por mês de chegada',
    unit: 'share',
    goodWhen: 'up',
  },
  inactiveCustomers: {
    label: 'Inativos',
    unit: 'count',
    goodWhen: 'down',
  },
  segments: {
    label: 'Grupos de clientes (RFM)',
    unit: 'count',
    goodWhen: 'neither',
  },
  customerValue: {
    label: 'Gasto',
    unit: 'cents',
    goodWhen: 'up',
  },
} as const satisfies Record<string, Metric>
