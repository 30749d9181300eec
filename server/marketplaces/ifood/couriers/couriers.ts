import * as z from 'zod/mini'
import { centsFromReais } from '../../../../contract/shared/money.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'
import type { CourierAnswer } from '../../deliveries.ts'
import type { LentCouriers } from '../../marketplace.ts'
import { rejectFailure, type Answer, type IfoodCaller } from '../http.ts'

/** iFood's couriers for an order of iFood that the store delivers (docs/marketplaces/ifood.md section 6.3). */
export function ifoodCouriers(call: IfoodCaller): LentCouriers {
  const pathOf = (externalId: string) => `/shipping/v1.0/orders/${encodeURIComponent(externalId)}`
  return {
    offer: async (externalId) => {
      return courierAnswer(await call('GET', `${pathOf(externalId)}/deliveryAvailabilities`))
    },
    ask: async (externalId, quoteId) => {
      const answer = await call('POST', `${pathOf(externalId)}/requestDriver`, { json: { quoteId } })
      rejectFailure(answer, 'courier request')
    },
    cancel: async (externalId) => {
      const answer = await call('POST', `${pathOf(externalId)}/cancelRequestDriver`)
      rejectFailure(answer, 'courier cancellation')
    },
  }
}

export function courierAnswer(answer: Answer): CourierAnswer {
  if (answer.status === 400 || answer.status === 422 || answer.status === 409)
    return { offer: null, refusal: refusalOf(answer.body) }
  rejectFailure(answer, 'courier offer')
  return offerOf(answer.body)
}

const seconds = z.number().check(z.gte(0), z.lte(86_400))
const offerDocument = z.object({
  id: z.uuid(),
  expirationAt: z.optional(z.nullable(z.string())),
  distance: z.optional(z.nullable(z.number())),
  quote: z.object({ netValue: z.number().check(z.gte(0), z.lte(1_000)) }),
  deliveryTime: z.optional(z.nullable(z.object({ min: seconds, max: seconds }))),
})

function offerOf(body: unknown): CourierAnswer {
  const { id, expirationAt, distance, quote, deliveryTime } = z.parse(offerDocument, body)
  const until = expirationAt ? new Date(expirationAt) : null
  return {
    refusal: null,
    offer: {
      quoteId: id,
      cents: centsFromReais(quote.netValue),
      meters: distance === null || distance === undefined ? null : Math.round(distance),
      minutes: deliveryTime
        ? { from: Math.round(deliveryTime.min / 60), to: Math.ceil(deliveryTime.max / 60) }
        : null,
      validUntil: until && !Number.isNaN(until.getTime()) ? until.toISOString() : null,
    },
  }
}

/** The code is a field of the answer or of its `error`. */
export function refusalOf(body: unknown): string {
  const { code, error } = (body ?? {}) as { code?: unknown; error?: { code?: unknown } | null }
  const reason = code ?? error?.code
  return (
    lookup(refusals, typeof reason === 'string' ? reason : '') ??
    'O iFood não tem entregador para este pedido.'
  )
}

const refusals: Readonly<Record<string, string>> = {
  BadRequestCustomer: 'O iFood não atende este cliente na entrega sob demanda.',
  BusyFleet: 'Os entregadores do iFood estão todos ocupados agora. Tente de novo em alguns minutos.',
  MerchantEasyDeliveryDisabled:
    'A entrega sob demanda não está contratada. Veja Serviços no Portal do Parceiro.',
  NRELimitExceeded: 'Há entregadores do iFood demais esperando na loja. Libere um antes de pedir outro.',
  UnavailableFleet: 'Não há entregadores do iFood agora. Tente de novo em alguns minutos.',
  BadRequestMerchant: 'Sua loja está indisponível na entrega sob demanda do iFood.',
  DeliveryDistanceTooHigh: 'O endereço fica longe demais para os entregadores do iFood.',
  HighDemand: 'Os entregadores do iFood estão com alta demanda agora. Tente de novo em alguns minutos.',
  MerchantStatusAvailability: 'Sua loja tem uma pendência no iFood. Veja no Portal do Parceiro.',
  OffOpeningHours: 'A entrega sob demanda do iFood está fora do horário.',
  OriginNotFound: 'Sua loja está fora da área dos entregadores do iFood.',
  ServiceAreaMismatch: 'O endereço está fora da área dos entregadores do iFood.',
}
