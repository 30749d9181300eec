import { lookup } from '../../shared/lookup.ts'

/** Display names of Open Delivery's payment methods. An unknown method is displayed unchanged. */
const methods: Readonly<Record<string, string>> = {
  CREDIT: 'Crédito',
  DEBIT: 'Débito',
  CREDIT_DEBIT: 'Cartão',
  PIX: 'Pix',
  CASH: 'Dinheiro',
  MEAL_VOUCHER: 'Vale-refeição',
  FOOD_VOUCHER: 'Vale-alimentação',
  GIFT_CARD: 'Cartão-presente',
  DIGITAL_WALLET: 'Carteira digital',
  BANK_PAY: 'Transferência',
  COUPON: 'Cupom',
  REDEEM: 'Resgate de pontos',
  OTHER: 'Outro',
}

export const methodName = (method: string): string => lookup(methods, method) ?? method

/** `Crédito, pago online`: reports list payments made online separately. */
export const paymentName = (method: string, prepaid: boolean): string =>
  `${methodName(method)}${prepaid ? ', pago online' : ''}`

/** Official spelling of a card brand, as in `MASTERCARD` and `APPLE_PAY`; `VR` is unchanged. */
const brandName = (brand: string): string =>
  brand === brand.toUpperCase()
    ? brand
        .split('_')
        .map((word) => (word.length < 3 ? word : word.charAt(0) + word.slice(1).toLowerCase()))
        .join(' ')
    : brand

/** `Crédito Visa`. */
export const paidWith = (payment: { readonly method: string; readonly brand: string | null }): string =>
  payment.brand ? `${methodName(payment.method)} ${brandName(payment.brand)}` : methodName(payment.method)

const fees: Readonly<Record<string, string>> = {
  DELIVERY_FEE: 'Entrega',
  SERVICE_FEE: 'Serviço',
  TIP: 'Gorjeta',
  MIN_ORDER_FEE: 'Pedido mínimo',
  SMALL_ORDER_FEE: 'Pedido mínimo',
}

/** Display name of a fee. */
export const feeName = (type: string): string => lookup(fees, type) ?? 'Outra taxa'
