import type { MenuEntry, Merchant, SimulatedOrder } from './records.ts'
import { randomInt, randomUUID } from 'node:crypto'

export interface OrderRequest {
  readonly type?: 'DELIVERY' | 'TAKEOUT'
  readonly deliveredBy?: 'MERCHANT' | 'IFOOD'
  /** For a scheduled order: minutes from now until preparation starts. */
  readonly scheduledInMinutes?: number
  readonly method?: string
  /** An order that iFood sends to test the connection. */
  readonly isTest?: boolean
  /** Placed that many minutes ago, and delivered since. */
  readonly placedMinutesAgo?: number
}

const names = [
  'Ana Souza',
  'Diego Alves',
  'Carla Dias',
  'Rafael Nunes',
  'Lívia Prado',
  'Bruno Lima',
  'Elisa Rocha',
  'Otávio Teles',
]
const notes = ['Sem cebola', 'Alergia: amendoim', 'Pouco sal', 'Sem lactose, por favor', '', '', '', '']
const drinkNotes = ['Bem gelado', 'Sem gelo', '', '', '', '']
const streets = ['Rua Fictícia', 'Avenida Imaginária', 'Travessa do Exemplo']
const brands = ['VISA', 'MASTERCARD', 'ELO']
const minute = 60_000

/** Amounts are computed in centavos and converted to reais at the end, so that the sums match. */
export function generateOrder(merchant: Merchant, now: number, request: OrderRequest): SimulatedOrder {
  const type = request.type ?? (chance(0.8) ? 'DELIVERY' : 'TAKEOUT')
  const deliveredBy = request.deliveredBy ?? (chance(0.5) ? 'IFOOD' : 'MERCHANT')
  const scheduled = request.scheduledInMinutes !== undefined
  // Paused items cannot be ordered.
  const items = itemsOf(merchant.menu.filter((entry) => entry.status === 'AVAILABLE'))
  const subTotal = sum(items.map((item) => item.totalCents))
  const deliveryFee = type === 'DELIVERY' ? 499 + randomInt(8) * 100 : 0
  const additionalFees = chance(0.3) ? 99 : 0
  const benefit = chance(0.3) ? Math.min(subTotal, 500 + randomInt(3) * 250) : 0
  const byIfood = Math.round(benefit * 0.6)
  const orderCents = subTotal + deliveryFee + additionalFees - benefit
  const payments = paymentsOf(orderCents, request.method)
  const start = scheduled ? now + (request.scheduledInMinutes ?? 0) * minute : now
  const promised = new Date(start + (type === 'DELIVERY' ? 45 : 20) * minute).toISOString()
  return {
    id: randomUUID(),
    displayId: String(randomInt(1000, 9999)),
    orderType: type,
    orderTiming: scheduled ? 'SCHEDULED' : 'IMMEDIATE',
    salesChannel: 'IFOOD',
    category: 'FOOD',
    createdAt: new Date(now).toISOString(),
    preparationStartDateTime: new Date(start).toISOString(),
    isTest: request.isTest ?? false,
    extraInfo: '',
    merchant: { id: merchant.id, name: merchant.name },
    customer: {
      id: randomUUID(),
      name: pick(names),
      ...(chance(0.2) ? { documentNumber: '00000000000' } : {}),
      phone: {
        number: '0800 000 0000',
        localizer: String(randomInt(10_000_000, 99_999_999)),
        localizerExpiration: new Date(now + 180 * minute).toISOString(),
      },
      ordersCountOnMerchant: randomInt(9),
    },
    items: items.map(({ totalCents: _cents, ...item }) => item),
    ...(benefit > 0
      ? {
          benefits: [
            {
              value: reais(benefit),
              target: 'CART',
              sponsorshipValues: [
                { name: 'IFOOD', value: reais(byIfood) },
                { name: 'MERCHANT', value: reais(benefit - byIfood) },
              ],
            },
          ],
        }
      : { benefits: [] }),
    additionalFees: additionalFees > 0 ? [{ type: 'SMALL_ORDER_FEE', value: reais(additionalFees) }] : [],
    total: {
      subTotal: reais(subTotal),
      deliveryFee: reais(deliveryFee),
      additionalFees: reais(additionalFees),
      benefits: reais(benefit),
      orderAmount: reais(orderCents),
    },
    payments,
    ...(type === 'DELIVERY'
      ? {
          delivery: {
            mode: 'DEFAULT',
            deliveredBy,
            deliveryDateTime: promised,
            observations: chance(0.3) ? 'Deixar na portaria' : '',
            pickupCode: String(randomInt(1000, 9999)),
            deliveryAddress: {
              streetName: pick(streets),
              streetNumber: String(randomInt(1, 900)),
              formattedAddress: 'Endereço fictício',
              neighborhood: 'Centro',
              complement: chance(0.5) ? `Ap. ${randomInt(1, 99)}` : '',
              reference: '',
              postalCode: '00000000',
              city: 'TESTE',
              state: 'SP',
              country: 'BR',
              coordinates: { latitude: 0, longitude: 0 },
            },
          },
        }
      : { takeout: { mode: 'DEFAULT', takeoutDateTime: promised } }),
    ...(scheduled
      ? {
          schedule: {
            deliveryDateTimeStart: new Date(start + 30 * minute).toISOString(),
            deliveryDateTimeEnd: new Date(start + 60 * minute).toISOString(),
          },
        }
      : {}),
    additionalInfo: { metadata: {} },
    // iFood may add fields at any time.
    ...(chance(0.2) ? { futureField: { level: randomInt(5) } } : {}),
  }
}

function itemsOf(menu: readonly MenuEntry[]) {
  const lines = 1 + randomInt(3)
  return Array.from({ length: lines }, (_, index) => {
    const entry = menu[randomInt(Math.max(1, menu.length))] ?? {
      code: 'X-1',
      name: 'Item',
      cents: 1_000,
      category: '',
    }
    const quantity = chance(0.8) ? 1 : 2
    const option = chance(0.25) ? 300 : 0
    const totalCents = quantity * (entry.cents + option)
    return {
      index: index + 1,
      id: randomUUID(),
      uniqueId: randomUUID(),
      externalCode: entry.code,
      name: entry.name,
      unit: 'UN',
      quantity,
      unitPrice: reais(entry.cents),
      price: reais(entry.cents * quantity),
      optionsPrice: reais(option * quantity),
      totalPrice: reais(totalCents),
      observations: pick(entry.category === 'Bebidas' ? drinkNotes : notes),
      options:
        option > 0
          ? [
              {
                index: 1,
                id: randomUUID(),
                groupName: 'Adicionais',
                externalCode: 'AD-1',
                name: 'Molho extra',
                unit: 'UN',
                quantity: 1,
                unitPrice: reais(option),
                addition: 0,
                price: reais(option),
              },
            ]
          : [],
      totalCents,
    }
  })
}

function paymentsOf(cents: number, wanted: string | undefined) {
  const method =
    wanted ?? pick(['CREDIT', 'CREDIT', 'CREDIT', 'PIX', 'DEBIT', 'MEAL_VOUCHER', 'CASH', 'DIGITAL_WALLET'])
  const prepaid = method !== 'CASH' && method !== 'DEBIT'
  const card = method === 'CREDIT' || method === 'DEBIT' ? { card: { brand: pick(brands) } } : {}
  const cash = method === 'CASH' ? { cash: { changeFor: reais(Math.ceil((cents + 1) / 5_000) * 5_000) } } : {}
  const wallet = method === 'DIGITAL_WALLET' ? { wallet: { name: 'APPLE_PAY' } } : {}
  return {
    prepaid: prepaid ? reais(cents) : 0,
    pending: prepaid ? 0 : reais(cents),
    methods: [
      {
        value: reais(cents),
        currency: 'BRL',
        method,
        type: prepaid ? 'ONLINE' : 'OFFLINE',
        prepaid,
        ...card,
        ...cash,
        ...wallet,
      },
    ],
  }
}

const reais = (cents: number): number => Math.round(cents) / 100
const chance = (probability: number): boolean => Math.random() < probability
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const pick = (list: readonly string[]): string => list[randomInt(list.length)] ?? ''
