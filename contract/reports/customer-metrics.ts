import type { Metric } from './metric.ts'

const fromPhones =
  'Pedidos em que o canal informa o telefone. Marketplaces escondem o do cliente; um cliente é contado em cada loja.'

/** Metrics of customers. */
export const customerMetrics = {
  newOrders: {
    label: 'De clientes novos',
    unit: 'count',
    definition: 'Pedidos válidos que são o primeiro do cliente nesta loja.',
    source: fromPhones,
    goodWhen: 'up',
  },
  returningOrders: {
    label: 'De recorrentes',
    unit: 'count',
    definition: 'Pedidos válidos que são do segundo ao quarto do cliente nesta loja.',
    source: fromPhones,
    goodWhen: 'up',
  },
  frequentOrders: {
    label: 'De frequentes',
    unit: 'count',
    definition: 'Pedidos válidos que são o quinto ou mais do cliente nesta loja.',
    source: fromPhones,
    goodWhen: 'up',
  },
  unidentifiedOrders: {
    label: 'Não identificáveis',
    unit: 'count',
    definition:
      'Pedidos válidos sem telefone que identifique o cliente, como os de marketplaces. Não entram em nenhuma outra conta desta página.',
    source: 'Pedidos de todos os canais.',
    goodWhen: 'neither',
  },
  customerBase: {
    label: 'Clientes na base',
    unit: 'count',
    definition: 'Clientes com pelo menos um pedido válido até o último dia fechado.',
    source: fromPhones,
    goodWhen: 'up',
  },
  newCustomers: {
    label: 'Clientes novos',
    unit: 'count',
    definition: 'Clientes cujo primeiro pedido válido caiu no período, até o último dia fechado.',
    source: fromPhones,
    goodWhen: 'up',
  },
  repeatingCustomers: {
    label: 'Já pediram de novo',
    unit: 'share',
    definition: 'Clientes com dois ou mais pedidos válidos, divididos por todos da base.',
    source: fromPhones,
    goodWhen: 'up',
  },
  daysBetweenOrders: {
    label: 'Dias entre pedidos',
    unit: 'score',
    definition:
      'Dias do primeiro ao último pedido de cada cliente, somados, divididos pelos intervalos entre pedidos. Só quem pediu duas vezes ou mais.',
    source: fromPhones,
    goodWhen: 'down',
  },
  repurchase: {
    label: 'Recompra',
    unit: 'share',
    definition:
      'Clientes que fizeram o segundo pedido em até 30, 60 ou 90 dias do primeiro. Só contam os que já tiveram esse tempo.',
    source: fromPhones,
    goodWhen: 'up',
  },
  cohort: {
    label: 'Safras',
    unit: 'share',
    definition:
      'Clientes agrupados pelo mês do primeiro pedido, e quantos deles pediram em cada mês seguinte. O mês que corre ainda pode crescer.',
    source: fromPhones,
    goodWhen: 'up',
  },
  inactiveCustomers: {
    label: 'Inativos',
    unit: 'count',
    definition: 'Clientes sem pedido válido há mais dias do que o indicado, contados do último dia fechado.',
    source: fromPhones,
    goodWhen: 'down',
  },
  segments: {
    label: 'Grupos de clientes (RFM)',
    unit: 'count',
    definition:
      'Cada cliente está em um grupo, por quando fez o último pedido, quantos fez e quanto gastou (R$ 500 ou mais é gasto alto).',
    source: fromPhones,
    goodWhen: 'neither',
  },
  customerValue: {
    label: 'Gasto',
    unit: 'cents',
    definition: 'Faturamento líquido dos pedidos válidos do cliente, desde o primeiro.',
    source: fromPhones,
    goodWhen: 'up',
  },
} as const satisfies Record<string, Metric>
