import { customerDefinitions } from './customer-definitions.ts'
import type { MetricDefinition } from './metric.ts'
import type { MetricName } from './metrics.ts'
import { productDefinitions } from './product-definitions.ts'

const fromOrders =
  'Pedidos de todos os canais, no dia comercial da loja em que foram feitos; os agendados, no dia para o qual são.'
const fromRefunds =
  'Estornos da loja, negociações do marketplace e cancelamentos depois de concluído, no dia comercial em que voltaram ao cliente.'
const fromTimeline =
  'Linha do tempo de cada pedido, no dia comercial em que foi feito; do agendado, no dia para o qual é.'
const fromLedger = 'Extrato financeiro do marketplace.'

/** What each metric says of itself when it is opened: a text of its own file, for a screen needs it only then. */
export const metricDefinitions: Record<MetricName, MetricDefinition> = {
  gross: {
    definition:
      'Soma de itens e complementos, vezes a quantidade, dos pedidos válidos, antes de descontos. Não inclui entrega, serviço nem gorjeta.',
    source: fromOrders,
  },
  storeDiscount: {
    definition: 'Parte dos descontos paga pela loja. Reduz o faturamento líquido.',
    source: fromOrders,
  },
  marketplaceDiscount: {
    definition:
      'Parte dos descontos paga pelo marketplace, que a devolve no repasse. Não reduz o faturamento líquido da loja.',
    source: fromOrders,
  },
  chainDiscount: {
    definition:
      'Parte dos descontos paga pela rede (a marca da franquia). Não reduz o faturamento líquido da loja; ela acerta esse valor com a rede, não com o marketplace.',
    source: fromOrders,
  },
  refunds: {
    definition:
      'O que voltou ao cliente dos itens, no todo ou em parte: estorno feito pela loja, negociação perdida ou aceita no marketplace, e pedido cancelado depois de concluído, que segue como venda e é estornado inteiro. Conta no dia em que voltou, qualquer que seja o dia do pedido; a lista de estornos de Vendas mostra os dois.',
    source: fromRefunds,
  },
  net: {
    definition:
      'Faturamento bruto menos descontos da loja menos estornos. Pedidos cancelados e recusados não entram.',
    source: fromOrders,
  },
  deliveryFee: {
    definition: 'Taxas de entrega cobradas dos clientes nos pedidos válidos.',
    source: fromOrders,
  },
  serviceFee: {
    definition:
      'Taxas cobradas do cliente além de itens e entrega, nos pedidos válidos: serviço do marketplace, pedido mínimo e embalagem. O serviço do salão é da equipe e fica à parte.',
    source: fromOrders,
  },
  staffService: {
    definition:
      'Serviço cobrado do cliente e recebido pela loja, como os 10\u00a0% do salão, nos pedidos válidos. É da equipe.',
    source: fromOrders,
  },
  tip: { definition: 'Gorjetas dos pedidos válidos.', source: fromOrders },
  refundedFees: {
    definition:
      'Parte dos estornos que passa do líquido do pedido: entrega, serviço e gorjeta devolvidos ao cliente, no dia em que voltaram.',
    source: fromRefunds,
  },
  collected: {
    definition:
      'Faturamento líquido mais entrega, serviço e gorjeta, menos as taxas devolvidas. Inclui a parte que o marketplace paga pelo cliente em descontos.',
    source: fromOrders,
  },
  marketplaceFees: {
    definition:
      'O que o marketplace tira da loja: estimativa de comissão e taxa de pagamento, pelas condições cadastradas no canal. O valor certo vem no repasse.',
    source: 'Condições do canal na loja e pedidos do canal.',
  },
  customerFees: {
    definition:
      'Entrega e taxas que o cliente paga ao marketplace junto com o pedido: entram no total cobrado e saem aqui, sem custo para a loja.',
    source: fromOrders,
  },
  receivable: {
    definition:
      'Total cobrado menos as taxas que o cliente paga ao marketplace e menos as taxas do marketplace, estimadas até o repasse.',
    source: fromOrders,
  },
  orders: {
    definition:
      'Pedidos válidos: recebidos menos cancelados e recusados. Um pedido agendado conta no dia e na hora para os quais é; enquanto o dia corre, conta desde que foi feito, também no dia comparado.',
    source: fromOrders,
  },
  averageTicket: {
    definition:
      'Faturamento líquido dividido pelos pedidos válidos: o que um pedido deixa depois de descontos da loja e dos estornos do período.',
    source: fromOrders,
  },
  cancellation: {
    definition: 'Pedidos cancelados e recusados divididos pelos recebidos.',
    source: fromOrders,
  },
  onTime: {
    definition:
      'Pedidos entregues ou concluídos até o horário prometido, entre os que tinham horário prometido e já terminaram.',
    source: 'Horário prometido pelo canal e momento registrado da entrega ou conclusão.',
  },
  rating: {
    definition: 'Média das avaliações, de 1 a 5, dos pedidos do dia.',
    source: 'Avaliações do marketplace.',
  },
  acceptTime: {
    definition:
      'Minutos inteiros do pedido feito ao aceite. Pedidos agendados e cancelados não entram. Mediana: metade dos pedidos levou até isso; p90: nove em cada dez.',
    source: fromTimeline,
  },
  prepareTime: {
    definition:
      'Minutos inteiros do aceite (no agendado, do início do preparo) até ficar pronto. Pedidos cancelados não entram.',
    source: fromTimeline,
  },
  waitTime: {
    definition: 'Minutos inteiros de pronto até sair para a entrega. Só pedidos de entrega.',
    source: fromTimeline,
  },
  deliverTime: {
    definition: 'Minutos inteiros da saída até a entrega ou conclusão. Só pedidos de entrega.',
    source: fromTimeline,
  },
  totalTime: {
    definition:
      'Minutos inteiros do pedido feito até a entrega ou conclusão. Pedidos agendados e cancelados não entram.',
    source: fromTimeline,
  },
  withinTarget: {
    definition:
      'Pedidos que cumpriram a meta da própria loja. Conforme: 9 em cada 10 ou mais. Não conforme: da metade a 9 em cada 10. Crítico: menos da metade.',
    source: fromTimeline,
  },
  openRate: {
    definition:
      'Minutos em que a loja recebia pedidos, divididos pelos minutos do horário de funcionamento cadastrado hoje. Conta desde que começamos a observar, de minuto em minuto; o que não observamos não conta.',
    source: 'Situação da loja e do marketplace, registrada a cada mudança.',
  },
  cancelledMoney: {
    definition: 'Valor bruto dos pedidos cancelados e recusados, antes de descontos.',
    source: fromOrders,
  },
  disputesLost: {
    definition:
      'O que voltou ao cliente nas negociações abertas no período, por resposta da loja, por acordo ou por falta de resposta. Em Vendas o mesmo valor é estorno no dia em que voltou, e em Repasses, ajuste; se a negociação cancelou o pedido antes da conclusão, ele sai inteiro das vendas.',
    source: 'Negociações do marketplace, no dia comercial em que foram abertas.',
  },
  disputesSaved: {
    definition: 'O que o cliente pediu e não foi devolvido, nas negociações encerradas.',
    source: 'Negociações do marketplace, no dia comercial em que foram abertas.',
  },
  payoutNet: {
    definition:
      'O que o marketplace transfere: vendas pagas por ele mais incentivos dele, menos comissão, taxa de pagamento, entrega e taxas que ele cobra, mais ou menos ajustes. O que o cliente pagou direto à loja não entra.',
    source: 'Extrato financeiro do marketplace; onde ele ainda não falou, a nossa estimativa.',
  },
  payoutUpcoming: {
    definition:
      'Repasses que ainda não caíram, de todas as semanas em aberto, qualquer que seja o período escolhido. Onde a semana não foi apurada, é a nossa estimativa.',
    source: 'Extrato financeiro do marketplace; onde ele ainda não falou, a nossa estimativa.',
  },
  marketplaceKeeps: {
    definition:
      'Comissão e taxa de pagamento, mais o que ele cobra de entrega e taxas além do que o cliente pagou, divididas pelas vendas menos os descontos da loja. O que o cliente paga ao marketplace não conta aqui: não é custo da loja.',
    source: 'Extrato financeiro do marketplace; onde ele ainda não falou, a nossa estimativa.',
  },
  payoutSale: {
    definition: 'Parte do total dos pedidos que o cliente pagou no aplicativo.',
    source: fromLedger,
  },
  payoutSubsidy: {
    definition:
      'Descontos que o marketplace paga e devolve à loja no repasse. Os da rede a loja acerta com a rede.',
    source: fromLedger,
  },
  payoutCommission: {
    definition: 'Percentual do contrato sobre os itens menos os descontos da loja.',
    source: fromLedger,
  },
  payoutPaymentFee: {
    definition: 'Percentual do contrato sobre o que foi pago no aplicativo.',
    source: fromLedger,
  },
  payoutLogistics: {
    definition:
      'Taxa de entrega dos pedidos que ele entrega e outras taxas que o cliente paga a ele: passam pelo total do pedido e ficam com ele.',
    source: fromLedger,
  },
  payoutAdjustment: {
    definition:
      'Cancelamentos, reembolsos, acertos posteriores e lançamentos que não reconhecemos, com o sinal do extrato.',
    source: fromLedger,
  },
  paidToStore: {
    definition:
      'Parte dos pedidos do marketplace que o cliente paga na entrega ou no balcão. Não passa pelo repasse.',
    source: fromOrders,
  },
  collectedByStore: {
    definition:
      'Pago direto à loja: todo o canal próprio e, no marketplace, o que se paga na entrega. Contado no dia da venda, antes de estornos.',
    source: fromOrders,
  },
  salesShare: {
    definition: 'Faturamento líquido da linha dividido pelo de todas as linhas.',
    source: fromOrders,
  },
  openTime: {
    definition:
      'Minutos que o horário de funcionamento cadastrado hoje tem nos dias e horas do período, até agora. Pausas e desativações não são descontadas.',
    source: 'Horário de funcionamento da loja.',
  },
  netPerOpenHour: {
    definition: 'Faturamento líquido dividido pelas horas de funcionamento do período.',
    source: 'Pedidos e horário de funcionamento da loja.',
  },
  ownMean: {
    definition:
      'Faturamento líquido dividido pela média da própria loja nos quatro períodos de semanas inteiras anteriores (só os que tiveram pedidos), menos um. Enquanto o último dia corre, os anteriores param no mesmo minuto.',
    source: fromOrders,
  },
  comparableBase: {
    definition:
      'Só as lojas que receberam pedidos no período e na comparação: o crescimento sem lojas abertas ou fechadas no meio do caminho.',
    source: fromOrders,
  },
  ...productDefinitions,
  ...customerDefinitions,
}
