import type { MetricDefinition } from './metric.ts'
import type { customerMetrics } from './customer-metrics.ts'

const fromPhones =
  'Pedidos em que o canal informa o telefone. Marketplaces escondem o do cliente; um cliente é contado em cada loja.'

/** What each metric says of itself when it is opened: a text of its own file, for a screen needs it only then. */
export const customerDefinitions: Record<keyof typeof customerMetrics, MetricDefinition> = {
  newOrders: {
    definition:
      'Pedidos válidos que são o primeiro a chegar do cliente nesta loja. Um cancelado antes já conta como primeiro; por isso podem ser menos que os clientes novos, que contam pelo primeiro pedido válido.',
    source: fromPhones,
  },
  returningOrders: {
    definition: 'Pedidos válidos que são do segundo ao quarto do cliente nesta loja.',
    source: fromPhones,
  },
  frequentOrders: {
    definition: 'Pedidos válidos que são o quinto ou mais do cliente nesta loja.',
    source: fromPhones,
  },
  unidentifiedOrders: {
    definition:
      'Pedidos válidos sem telefone que identifique o cliente, como os de marketplaces. Não entram em nenhuma outra conta desta página.',
    source: 'Pedidos de todos os canais.',
  },
  customerBase: {
    definition: 'Clientes com pelo menos um pedido válido até o último dia fechado.',
    source: fromPhones,
  },
  newCustomers: {
    definition: 'Clientes cujo primeiro pedido válido caiu no período, até o último dia fechado.',
    source: fromPhones,
  },
  repeatingCustomers: {
    definition: 'Clientes com dois ou mais pedidos válidos, divididos por todos da base.',
    source: fromPhones,
  },
  daysBetweenOrders: {
    definition:
      'Dias do primeiro ao último pedido de cada cliente, somados, divididos pelos intervalos entre pedidos. Só quem pediu duas vezes ou mais.',
    source: fromPhones,
  },
  repurchase: {
    definition:
      'Clientes que fizeram o segundo pedido em até 30, 60 ou 90 dias do primeiro. Só contam os que já tiveram esse tempo.',
    source: fromPhones,
  },
  cohort: {
    definition:
      'Clientes agrupados pelo mês do primeiro pedido, e quantos deles pediram em cada mês seguinte. O mês que corre ainda pode crescer.',
    source: fromPhones,
  },
  inactiveCustomers: {
    definition: 'Clientes sem pedido válido há mais dias do que o indicado, contados do último dia fechado.',
    source: fromPhones,
  },
  segments: {
    definition:
      'Cada cliente está em um grupo, por quando fez o último pedido, quantos fez e quanto gastou (R$\u00a0500 ou mais é gasto alto).',
    source: fromPhones,
  },
  customerValue: {
    definition: 'Faturamento líquido dos pedidos válidos do cliente, desde o primeiro.',
    source: fromPhones,
  },
}
