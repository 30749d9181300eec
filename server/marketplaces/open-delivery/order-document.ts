import * as z from 'zod/mini'

const text = z.string()
const optionalText = z.optional(z.nullable(text))
const price = z.looseObject({ value: z.number(), currency: optionalText })
const optionalPrice = z.optional(z.nullable(price))

const line = {
  name: text,
  externalCode: optionalText,
  unit: optionalText,
  quantity: z.number(),
  specialInstructions: optionalText,
  unitPrice: price,
  totalPrice: optionalPrice,
}

const address = z.looseObject({
  state: optionalText,
  city: optionalText,
  district: optionalText,
  street: optionalText,
  number: optionalText,
  complement: optionalText,
  reference: optionalText,
  formattedAddress: optionalText,
  postalCode: optionalText,
  coordinates: z.optional(
    z.nullable(z.looseObject({ latitude: z.optional(z.number()), longitude: z.optional(z.number()) })),
  ),
})

/** The fields of version 1.7 that we act on; the others stay in `raw`. */
export const openDeliveryDocument = z.looseObject({
  id: text,
  type: text,
  displayId: z.optional(text),
  virtualBrand: optionalText,
  createdAt: text,
  orderTiming: optionalText,
  preparationStartDateTime: optionalText,
  merchant: z.looseObject({ id: text }),
  items: z.array(
    z.looseObject({
      ...line,
      optionsPrice: optionalPrice,
      indoor: z.optional(z.nullable(z.looseObject({ productionPoint: optionalText }))),
      options: z.optional(z.nullable(z.array(z.looseObject(line)))),
    }),
  ),
  otherFees: z.optional(
    z.nullable(z.array(z.looseObject({ type: text, receivedBy: optionalText, price: price }))),
  ),
  discounts: z.optional(
    z.nullable(
      z.array(
        z.looseObject({
          amount: price,
          target: optionalText,
          sponsorshipValues: z.optional(
            z.nullable(z.array(z.looseObject({ name: text, amount: price, discountCode: optionalText }))),
          ),
        }),
      ),
    ),
  ),
  total: z.looseObject({
    itemsPrice: optionalPrice,
    otherFees: optionalPrice,
    discount: optionalPrice,
    orderAmount: price,
  }),
  payments: z.optional(
    z.nullable(
      z.looseObject({
        prepaid: z.optional(z.number()),
        pending: z.optional(z.number()),
        methods: z.optional(
          z.array(
            z.looseObject({
              value: z.number(),
              type: optionalText,
              method: text,
              brand: optionalText,
              methodInfo: optionalText,
              changeFor: z.optional(z.nullable(z.number())),
            }),
          ),
        ),
      }),
    ),
  ),
  customer: z.optional(
    z.nullable(
      z.looseObject({
        name: optionalText,
        documentNumber: optionalText,
        phone: z.optional(z.nullable(z.looseObject({ number: optionalText, extension: optionalText }))),
        ordersCountOnMerchant: z.optional(z.nullable(z.number())),
      }),
    ),
  ),
  schedule: z.optional(
    z.nullable(z.looseObject({ scheduledDateTimeStart: optionalText, scheduledDateTimeEnd: optionalText })),
  ),
  orderPriority: optionalText,
  delivery: z.optional(
    z.nullable(
      z.looseObject({
        deliveredBy: optionalText,
        deliveryAddress: z.optional(z.nullable(address)),
        estimatedDeliveryDateTime: optionalText,
        pickupCode: optionalText,
      }),
    ),
  ),
  takeout: z.optional(z.nullable(z.looseObject({ takeoutDateTime: optionalText }))),
  indoor: z.optional(
    z.nullable(
      z.looseObject({
        indoorDateTime: optionalText,
        place: optionalText,
        tab: optionalText,
        seat: optionalText,
        waiterCode: optionalText,
      }),
    ),
  ),
  sendPreparing: z.optional(z.nullable(z.boolean())),
  sendDelivered: z.optional(z.nullable(z.boolean())),
  sendPickedUp: z.optional(z.nullable(z.boolean())),
  extraInfo: optionalText,
})

export type OpenDeliveryDocument = z.output<typeof openDeliveryDocument>
