import { channelName } from '../../../contract/shared/channels.ts'
import { optionLines } from '../../../contract/orders/option-lines.ts'
import { discountParts } from '../../../contract/orders/money/discount-parts.ts'
import { streetLine } from '../../../contract/orders/street-line.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { feeName, paidWith } from '../../../contract/orders/money/payment-methods.ts'
import type { TicketKind } from '../../../contract/printing/printing.ts'
import { orderName } from '../../../contract/stores/order-name.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { rule, type TicketLine, type TicketPart } from './ticket-paper.ts'

export interface TicketContext {
  readonly storeName: string
  /** Where its people chose one, its orders have it in front on paper too: `BC-31`. */
  readonly storeCode: string | null
  readonly timezone: string
  readonly printerName: string
  readonly copy: number
  readonly copies: number
  /** True if it was printed before, or may have been. */
  readonly reprint: boolean
  /** What changed since the ticket that it replaces, a line each. */
  readonly change: string | null
  /** The printer that this one replaces. */
  readonly movedFrom: string | null
  readonly footer: string
  readonly now: Date
}

export function ticket(kind: TicketKind, order: Order | null, context: TicketContext): TicketPart[] {
  if (kind === 'test' || !order) return testPage(context)
  return kind === 'kitchen' ? kitchenTicket(order, context) : fullTicket(order, context)
}

/** Items to cook: large, without prices; notes in inverse, allergies larger still. */
function kitchenTicket(order: Order, context: TicketContext): TicketPart[] {
  return [
    ...head('COZINHA', order, context),
    rule,
    ...order.items.flatMap((item): TicketPart[] => [
      { text: `${quantity(item.quantity)} ${item.name}`, size: 'tall', bold: true },
      ...optionParts(item).map((line) => ({ ...line, size: 'tall' as const })),
      ...note(item.notes, 3),
    ]),
    ...(order.notes ? [rule, ...note(order.notes, 0)] : []),
    ...foot(order, context),
  ]
}

/** The ticket that goes with the order: customer, address, items, prices and payment. */
function fullTicket(order: Order, context: TicketContext): TicketPart[] {
  return [
    ...head('PEDIDO COMPLETO', order, context),
    rule,
    ...customerLines(order),
    rule,
    ...order.items.flatMap((item): TicketPart[] => [
      { text: `${quantity(item.quantity)} ${item.name}`, right: reais(item.totalCents), bold: true },
      ...optionParts(item),
      ...note(item.notes, 3),
    ]),
    ...note(order.notes, 0),
    rule,
    ...moneyLines(order),
    ...(context.footer ? [rule, { text: context.footer, center: true }] : []),
    ...foot(order, context),
  ]
}

const optionParts = (item: Order['items'][number]): TicketLine[] =>
  optionLines(item).map((line) => ({
    text: `${line.sign} ${line.quantity > 1 ? `${quantity(line.quantity)} ` : ''}${line.name}`,
    indent: line.depth * 3,
    bold: line.sign === '-',
  }))

function testPage({ storeName, printerName, timezone, now }: TicketContext): TicketPart[] {
  return [
    { text: 'TESTE', size: 'big', bold: true, center: true },
    { text: storeName, center: true },
    { text: printerName, center: true },
    rule,
    { text: 'Pão de queijo, açaí, café: áéíóú âêô ãõ ç ÁÉÍÓÚ ÃÕÇ' },
    { text: 'Se os acentos saíram errados, mude a tabela de caracteres nas configurações.' },
    rule,
    { text: moment(now, timezone), center: true },
  ]
}

function head(title: string, order: Order, context: TicketContext): TicketPart[] {
  return [
    { text: title, right: clock(new Date(order.createdAt), context.timezone) },
    { text: orderName(context.storeCode, order.displayId), size: 'big', bold: true, center: true },
    { text: typeText(order), size: 'tall', bold: true, center: true },
    ...(order.schedule
      ? [
          {
            text: `AGENDADO ${moment(new Date(order.schedule.start), context.timezone)} às ${clock(new Date(order.schedule.end), context.timezone)}`,
            size: 'tall' as const,
            inverse: true,
            center: true,
          },
        ]
      : []),
    // Not at the top edge, where the ticket rail would hide it.
    ...(context.reprint ? [{ text: 'REIMPRESSÃO', size: 'big' as const, inverse: true, center: true }] : []),
    ...(context.change === null
      ? []
      : [
          { text: 'PEDIDO ALTERADO', size: 'big' as const, inverse: true, center: true },
          ...context.change.split('\n').map((text) => ({ text, size: 'tall' as const, bold: true })),
        ]),
    ...(order.incomplete
      ? [
          {
            text: `PEDIDO INCOMPLETO: CONFIRA NO APLICATIVO (${channelName(order.platform)})`,
            inverse: true,
            center: true,
          },
          ...(order.notUnderstood ?? []).map((text) => ({ text, size: 'tall' as const, bold: true })),
        ]
      : []),
    ...(order.isTest ? [{ text: 'PEDIDO DE TESTE', inverse: true, center: true }] : []),
    {
      text: `${channelName(order.platform)} - ${order.customer.name}`,
      center: true,
    },
  ]
}

function foot(order: Order, context: TicketContext): TicketPart[] {
  const via = context.copies > 1 ? `Via ${context.copy} de ${context.copies}` : 'Via única'
  return [
    rule,
    ...(context.movedFrom
      ? [{ text: `Saiu aqui porque "${context.movedFrom}" não imprimiu.`, bold: true }]
      : []),
    ...(context.reprint
      ? [{ text: 'REIMPRESSÃO: confira se a via anterior já foi feita.', inverse: true }]
      : []),
    ...(context.change === null
      ? []
      : [{ text: 'Esta via substitui a anterior: jogue a outra fora.', inverse: true }]),
    { text: `${context.storeName} ${orderName(context.storeCode, order.displayId)}` },
    { text: `${via} - ${context.printerName}`, right: moment(context.now, context.timezone) },
  ]
}

function customerLines(order: Order): TicketPart[] {
  const { customer, delivery } = order
  const address = delivery?.address
  return [
    { text: customer.name, bold: true },
    ...optionalLine(customer.phone && phoneText(customer.phone)),
    ...(customer.ordersCount ? optionalLine(`${customer.ordersCount}º pedido aqui`) : []),
    ...(address
      ? [
          {
            text: `${streetLine(address)}${address.complement ? ` - ${address.complement}` : ''}`,
            size: 'tall' as const,
            bold: true,
          },
          { text: [address.district, address.city].filter(Boolean).join(' - ') },
          ...optionalLine(address.reference && `Referência: ${address.reference}`),
        ]
      : []),
    ...(order.alcohol
      ? [
          {
            text: 'BEBIDA ALCOÓLICA: SÓ PARA MAIORES DE 18 ANOS. CONFIRA O DOCUMENTO.',
            size: 'tall' as const,
            inverse: true,
          },
        ]
      : []),
    ...optionalLine(delivery?.notes && `Entrega: ${delivery.notes}`),
    ...(order.motoboy ? optionalLine(`Entregador: ${order.motoboy.name}`) : []),
    ...(delivery?.pickupCode
      ? [{ text: `Código de coleta: ${delivery.pickupCode}`, size: 'tall' as const, bold: true }]
      : []),
    ...(customer.document
      ? [{ text: `CPF/CNPJ na nota: ${customer.document}`, size: 'tall' as const, bold: true }]
      : []),
  ]
}

const sponsorLabels: Readonly<Record<string, string>> = {
  MERCHANT: 'loja',
  MARKETPLACE: 'marketplace',
  CHAIN: 'rede',
}

function moneyLines(order: Order): TicketPart[] {
  const { totals } = order
  return [
    { text: 'Itens', right: reais(totals.itemsCents) },
    ...order.fees.map((fee) => ({ text: feeName(fee.type), right: reais(fee.cents) })),
    ...discountParts(order.discounts).map(({ sponsor, cents }) => ({
      text: sponsor === null ? 'Desconto' : `Desconto (${lookup(sponsorLabels, sponsor) ?? 'parceiro'})`,
      right: `-${reais(cents)}`,
    })),
    { text: 'TOTAL', right: reais(totals.orderCents), size: 'tall', bold: true },
    ...order.payments.flatMap((payment): TicketLine[] => {
      const change = payment.changeForCents ?? 0
      return [
        {
          text: `${paidWith(payment)} (${payment.prepaid ? 'já pago' : 'cobrar'})`,
          right: reais(payment.cents),
        },
        ...(change > 0
          ? [
              { text: 'Troco para', right: reais(change), bold: true },
              { text: 'Levar de troco', right: reais(Math.max(0, change - payment.cents)), bold: true },
            ]
          : []),
      ]
    }),
    totals.pendingCents > 0
      ? { text: `COBRAR ${reais(totals.pendingCents)}`, size: 'tall', inverse: true, center: true }
      : { text: 'JÁ PAGO: NÃO COBRAR', size: 'tall', bold: true, center: true },
  ]
}

function note(text: string | null, indent: number): TicketLine[] {
  if (!text) return []
  if (isAllergy(text)) return [{ text: `ATENÇÃO: ${text}`, size: 'big', inverse: true, indent }]
  return [{ text, size: 'tall', inverse: true, indent }]
}

/** The same test that the board uses. */
const isAllergy = (text: string): boolean =>
  /al[ée]rg|intoler|cel[íi]ac|sem gl[úu]ten|sem lactose/i.test(text)

const optionalLine = (text: string | null | undefined): TicketLine[] => (text ? [{ text }] : [])

const typeText = (order: Order): string => {
  if (order.type === 'TAKEOUT') return 'RETIRADA'
  if (order.type === 'INDOOR') return order.indoor?.place ? `SALÃO ${order.indoor.place}` : 'SALÃO'
  return order.delivery?.deliveredBy === 'MARKETPLACE' ? 'ENTREGA DO PARCEIRO' : 'ENTREGA'
}

const quantity = (value: number): string => `${value.toLocaleString('pt-BR')}x`
const reais = (cents: number): string =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
const phoneText = (phone: string): string => phone.replace(/^\+55(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')

const clock = (at: Date, timeZone: string): string =>
  at.toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone })
const moment = (at: Date, timeZone: string): string =>
  `${at.toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit', timeZone })} ${clock(at, timeZone)}`
