import { randomUUID } from 'node:crypto'
import type { OrderWish, PlacedOrder } from './records.ts'

/** Amounts are decimal reais. */
const price = (value: number) => ({ value, currency: 'BRL' })

/** An order of the standard: two pies with an option, a drink, a fee, a coupon of the store. */
export function orderDocument(
  { type = 'DELIVERY', fields = {} }: OrderWish,
  {
    displayId,
    merchant,
    at,
  }: {
    readonly displayId: string
    readonly merchant: { readonly id: string; readonly name: string }
    readonly at: Date
  },
): PlacedOrder['document'] {
  const soon = new Date(at.getTime() + 40 * 60_000).toISOString()
  return {
    id: randomUUID(),
    type,
    displayId,
    sourceAppId: appId,
    createdAt: at.toISOString(),
    lastEvent: 'CREATED',
    orderTiming: 'INSTANT',
    preparationStartDateTime: at.toISOString(),
    merchant,
    items: [
      {
        id: randomUUID(),
        index: 0,
        name: 'Pastel de carne',
        externalCode: 'PAS-1',
        unit: 'UN',
        quantity: 2,
        unitPrice: price(12.9),
        optionsPrice: price(2.5),
        totalPrice: price(30.8),
        options: [
          {
            id: randomUUID(),
            index: 0,
            name: 'Queijo extra',
            externalCode: 'QUE-1',
            unit: 'UN',
            quantity: 1,
            unitPrice: price(2.5),
            totalPrice: price(2.5),
          },
        ],
      },
      {
        id: randomUUID(),
        index: 1,
        name: 'Guaraná lata',
        externalCode: 'GUA-1',
        unit: 'UN',
        quantity: 1,
        unitPrice: price(6.1),
        totalPrice: price(6.1),
        specialInstructions: 'Bem gelado',
      },
    ],
    otherFees: [
      {
        name: 'Entrega',
        type: 'DELIVERY_FEE',
        receivedBy: 'MERCHANT',
        price: price(type === 'DELIVERY' ? 7 : 0),
      },
    ],
    discounts: [
      {
        amount: price(5),
        target: 'CART',
        sponsorshipValues: [{ name: 'MERCHANT', amount: price(5), discountCode: 'CINCO' }],
      },
    ],
    total: {
      itemsPrice: price(36.9),
      otherFees: price(type === 'DELIVERY' ? 7 : 0),
      discount: price(5),
      orderAmount: price(type === 'DELIVERY' ? 38.9 : 31.9),
    },
    payments: {
      prepaid: type === 'DELIVERY' ? 38.9 : 31.9,
      pending: 0,
      methods: [
        {
          value: type === 'DELIVERY' ? 38.9 : 31.9,
          currency: 'BRL',
          type: 'PREPAID',
          method: 'CREDIT',
          brand: 'VISA',
        },
      ],
    },
    customer: {
      id: randomUUID(),
      name: 'Bia Prado',
      phone: { number: '+551140028922' },
      ordersCountOnMerchant: 3,
    },
    ...placeOf(type, soon),
    ...fields,
  }
}

function placeOf(type: string, soon: string): Readonly<Record<string, unknown>> {
  if (type === 'TAKEOUT') return { takeout: { mode: 'DEFAULT', takeoutDateTime: soon } }
  if (type === 'INDOOR') return { indoor: { mode: 'PLACE', indoorDateTime: soon, place: '12' } }
  return {
    delivery: {
      deliveredBy: 'MERCHANT',
      estimatedDeliveryDateTime: soon,
      deliveryAddress: {
        country: 'BR',
        state: 'SP',
        city: 'São Paulo',
        district: 'Pinheiros',
        street: 'Rua dos Pinheiros',
        number: '100',
        complement: 'Apto 12',
        formattedAddress: 'Rua dos Pinheiros, 100, Apto 12',
        postalCode: '05422000',
        coordinates: { latitude: -23.5631, longitude: -46.6822 },
      },
    },
  }
}

/** The application's own id. */
export const appId = '7b0a9f0e-2f0d-4d53-9c53-0b0a54a6c1aa'
