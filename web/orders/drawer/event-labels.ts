import { withChannel } from '../../../contract/shared/channels.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** Labels of the order's timeline; `{do}` is the marketplace's name with its article. */
const eventLabels: Readonly<Record<string, string>> = {
  PLACED: 'Pedido recebido',
  CONFIRMED: 'Aceito',
  PREPARING: 'Preparo iniciado',
  READY: 'Pronto',
  DISPATCHED: 'Saiu para entrega',
  DELIVERED: 'Entregue',
  CONCLUDED: 'Concluído',
  CANCELLED: 'Cancelado',
  REQUESTED: 'Ação enviada {ao}',
  REQUEST_REFUSED: '{O} recusou a ação',
  REFUNDED: 'Estorno registrado',
  REFUND_DUE: 'Estorno a fazer',
  REFUND_GIVEN: 'Estorno feito',
  REFUND_KEPT: 'A loja não devolve',
  REFUND_NOT_DUE: 'Não há mais estorno a fazer',
  ITEMS_CHANGED: 'Itens alterados',
  ITEM_MATCHED: 'Item ligado ao cardápio',
  PAYMENT_CHANGED: 'Pagamento alterado',
  ADDRESS_CHANGED: 'Endereço alterado',
  DELIVERY_FEE_CHANGED: 'Taxa de entrega alterada',
  RETURNED: 'Etapa desfeita',
  ACCEPTANCE_OVERDUE: 'Passou do tempo de aceite',
  MOTOBOY_ASSIGNED: 'Entregador escolhido',
  MOTOBOY_REMOVED: 'Entregador retirado',
  NOTE: 'Observação da loja',
  DOCUMENT_CHECKED: 'Documento conferido na entrega',
  DISPUTE_OPENED: 'O cliente abriu uma negociação {no}',
  DISPUTE_SETTLED: 'A negociação terminou {no}',
  DISPUTE_ANSWERED: 'Negociação respondida',
  CANCELLATION_REFUSED: '{O} recusou o cancelamento',
  MESSAGE: 'Mensagem ao cliente aberta no WhatsApp',
  AUTO_ACCEPT_WAITS: 'O aceite automático esperou uma pessoa',
  PRINT_ASKED: 'Impressão pedida',
  PRINT_HANDED: 'Enviado ao navegador para imprimir',
  PRINTED: 'Impresso',
  REPRINTED: 'Reimpresso',
  PRINT_FAILED: 'A impressão falhou',
  PRINT_EXPIRED: 'Venceu sem ser impresso',
  PRINT_RECALLED: 'Impressão cancelada',
  PREPARATION_DUE: 'Hora de começar o preparo',
  CANCELLATION_REQUESTED: 'Cancelamento em análise {no}',
  SEPARATION_ENDED: 'Separação terminada',
  RECOMMENDED_PREPARATION_START: '{O} sugere começar o preparo',
  CHANGED: '{O} alterou o pedido',
  ORDER_PATCHED: '{O} alterou o pedido',
  REQUEST_DRIVER: 'Entregador {do} pedido',
  REQUEST_DRIVER_SUCCESS: '{O} vai mandar um entregador',
  REQUEST_DRIVER_FAILED: '{O} está sem entregador',
  ASSIGN_DRIVER: '{O} escolheu o entregador',
  GOING_TO_ORIGIN: 'Entregador a caminho da loja',
  ARRIVED_AT_ORIGIN: 'Entregador na loja',
  COLLECTED: 'Entregador retirou o pedido',
  ARRIVED_AT_DESTINATION: 'Entregador chegou ao cliente',
  DELIVERY_PICKUP_CODE_REQUESTED: 'Código de retirada pedido',
  DELIVERY_PICKUP_CODE_VALIDATION_SUCCESS: 'Código de retirada conferido',
  DELIVERY_DROP_CODE_REQUESTED: 'Código de entrega pedido',
  DELIVERY_DROP_CODE_VALIDATION_SUCCESS: 'Código de entrega conferido',
  DELIVERY_RETURNING_TO_ORIGIN: 'O pedido volta para a loja',
  DELIVERY_RETURNED_TO_ORIGIN: 'O pedido voltou para a loja',
  DELIVERY_ADDRESS_CHANGE_REQUESTED: 'O cliente pediu outro endereço',
  DELIVERY_ADDRESS_CHANGE_ACCEPTED: 'Troca de endereço aceita',
  DELIVERY_ADDRESS_CHANGE_DENIED: 'Troca de endereço recusada',
}

const words: Readonly<Record<string, Parameters<typeof withChannel>[0]>> = {
  O: 'O',
  ao: 'a',
  no: 'em',
  do: 'de',
}

/** Unknown marketplace events get a generic name; they changed nothing here. */
export const eventName = (type: string, platform: string): string =>
  (lookup(eventLabels, type) ?? 'Aviso {do}').replaceAll(/\{(\w+)\}/g, (whole, word: string) => {
    const joined = lookup(words, word)
    return joined ? withChannel(joined, platform) : whole
  })
