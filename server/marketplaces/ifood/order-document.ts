import * as z from 'zod/mini'

const text = z.string()
const optionalText = z.optional(z.nullable(text))
const reais = z.number()

const option = {
  name: text,
  groupName: optionalText,
  externalCode: optionalText,
  quantity: z.number(),
  unitPrice: reais,
}
/** The third level, under one of two names. */
const customizations = z.optional(z.nullable(z.array(z.looseObject(option))))

/** The fields of an order that we act on; the others stay in `raw`. */
export const ifoodDocument = z.looseObject({
  id: text,
  displayId: z.optional(text),
  salesChannel: optionalText,
  category: optionalText,
  orderType: text,
  orderTiming: z.optional(text),
  createdAt: text,
  preparationStartDateTime: optionalText,
  isTest: z.optional(z.boolean()),
  extraInfo: optionalText,
  merchant: z.looseObject({ id: text }),
  customer: z.optional(
    z.looseObject({
      name: z.optional(text),
      documentNumber: optionalText,
      phone: z.optional(z.nullable(z.looseObject({ number: optionalText, localizer: optionalText }))),
      ordersCountOnMerchant: z.optional(z.number()),
    }),
  ),
  items: z.array(
    z.looseObject({
      name: text,
      uniqueId: optionalText,
      externalCode: optionalText,
      quantity: z.number(),
      unitPrice: reais,
      totalPrice: reais,
      observations: optionalText,
      options: z.optional(
        z.nullable(z.array(z.looseObject({ ...option, customizations, customization: customizations }))),
      ),
    }),
  ),
  benefits: z.optional(
    z.nullable(
      z.array(
        z.looseObject({
          value: reais,
          target: z.optional(text),
          sponsorshipValues: z.optional(z.nullable(z.array(z.looseObject({ name: text, value: reais })))),
          campaign: z.optional(z.nullable(z.looseObject({ name: optionalText }))),
        }),
      ),
    ),
  ),
  additionalFees: z.optional(
    z.nullable(
      z.array(
        z.looseObject({
          type: text,
          value: reais,
          liabilities: z.optional(z.nullable(z.array(z.looseObject({ name: text, percentage: z.number() })))),
        }),
      ),
    ),
  ),
  total: z.looseObject({ orderAmount: reais, deliveryFee: z.optional(reais) }),
  payments: z.optional(
    z.looseObject({
      methods: z.optional(
        z.array(
          z.looseObject({
            value: reais,
            method: text,
            prepaid: z.optional(z.boolean()),
            card: z.optional(z.nullable(z.looseObject({ brand: optionalText }))),
            cash: z.optional(z.nullable(z.looseObject({ changeFor: z.optional(z.nullable(reais)) }))),
            wallet: z.optional(z.nullable(z.looseObject({ name: optionalText }))),
          }),
        ),
      ),
    }),
  ),
  delivery: z.optional(
    z.nullable(
      z.looseObject({
        deliveredBy: z.optional(text),
        deliveryDateTime: optionalText,
        observations: optionalText,
        pickupCode: optionalText,
        deliveryAddress: z.optional(
          z.nullable(
            z.looseObject({
              streetName: optionalText,
              formattedAddress: optionalText,
              streetNumber: optionalText,
              neighborhood: optionalText,
              complement: optionalText,
              reference: optionalText,
              postalCode: optionalText,
              city: optionalText,
              state: optionalText,
              coordinates: z.optional(
                z.nullable(
                  z.looseObject({ latitude: z.optional(z.number()), longitude: z.optional(z.number()) }),
                ),
              ),
            }),
          ),
        ),
      }),
    ),
  ),
  takeout: z.optional(
    z.nullable(z.looseObject({ takeoutDateTime: optionalText, observations: optionalText })),
  ),
  indoor: z.optional(z.nullable(z.looseObject({ table: optionalText, observations: optionalText }))),
  dineIn: z.optional(z.nullable(z.looseObject({ observations: optionalText }))),
  picking: z.optional(z.nullable(z.looseObject({ replacementOptions: optionalText }))),
  schedule: z.optional(
    z.nullable(z.looseObject({ deliveryDateTimeStart: optionalText, deliveryDateTimeEnd: optionalText })),
  ),
})

export type IfoodDocument = z.output<typeof ifoodDocument>
