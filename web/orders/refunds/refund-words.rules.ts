import type { DueRefund, PaidPart } from '../../../contract/orders/money/due-refunds.ts'
import { paidWith } from '../../../contract/orders/money/payment-methods.ts'
import { money, phoneText } from '../../words/format.ts'

/** After the order's name: `CA-5 cancelado`. */
export const causeWords: Readonly<Record<DueRefund['cause'], string>> = {
  refused: 'recusado',
  cancelled: 'cancelado',
  lost: 'perdido na entrega',
  changed: 'com itens a menos',
}

interface Customer {
  readonly name: string
  readonly phone: string | null
}

/** Whether a telephone helps: it is often the Pix key of its owner. */
export const goesByPix = (parts: readonly PaidPart[]): boolean => parts.some(({ method }) => method === 'PIX')

/** `Pix para Leandro Valente, (11) 90000-5678`; several ways each with its sum. */
export function wayBack(parts: readonly PaidPart[], customer: Customer): string {
  const [only] = parts
  if (parts.length === 1 && only) return wayOf(only, customer)
  return parts.map((part) => `${money(part.cents)}: ${lowerFirst(wayOf(part, customer))}`).join('; ')
}

function wayOf(part: PaidPart, { name, phone }: Customer): string {
  const whom = name.trim() === '' ? 'o cliente' : name.trim()
  switch (part.method) {
    case 'PIX':
      return phone === null
        ? `Pix para ${whom}`
        : `Pix para ${whom}, ${phoneText(phone).replaceAll(' ', '\u00A0')}`
    case 'CASH':
      return `Em dinheiro, para ${whom}`
    case 'CREDIT':
    case 'DEBIT':
    case 'CREDIT_DEBIT':
    case 'MEAL_VOUCHER':
    case 'FOOD_VOUCHER':
      return `Estorne na maquininha: ${paidWith(part)}`
    default:
      return `${paidWith(part)}, para ${whom}`
  }
}

/** `Pix` stays a name. */
const lowerFirst = (text: string): string =>
  /^(?:Em|Estorne)\b/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text

/** How it was paid: `por Pix`, `em dinheiro e Crédito Visa`. */
export const paidBy = (parts: readonly PaidPart[]): string =>
  new Intl.ListFormat('pt-BR').format(
    parts.map((part) =>
      part.method === 'CASH' ? 'em dinheiro' : part.method === 'PIX' ? 'por Pix' : `com ${paidWith(part)}`,
    ),
  )
