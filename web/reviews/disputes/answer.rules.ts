import type { answerDispute, Dispute, RejectReason } from '../../../contract/orders/disputes.ts'
import type { OrderItem } from '../../../contract/orders/orders.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { money } from '../../words/format.ts'
import { claimOn } from './dispute-words.rules.ts'

type Way = 'part' | 'time' | 'accept' | 'reject'
export type AnswerBody = Sent<typeof answerDispute> extends { readonly body: infer B } ? B : never

export interface AnswerValues {
  readonly way: Way | null
  readonly cents: string
  readonly minutes: string
  /** Of the refusal. */
  readonly reason: string
  /** Of the acceptance, where the marketplace wants one. */
  readonly acceptReason: string
}

/** Nothing is chosen for the person. */
export const noAnswer: AnswerValues = { way: null, cents: '', minutes: '', reason: '', acceptReason: '' }

/** The alternative about money, and the one about time, that the marketplace offers. */
export const offersOf = ({ alternatives }: Dispute) => ({
  money: alternatives.find(({ mostCents }) => mostCents !== null),
  time: alternatives.find(({ type, minutes }) => type === 'ADDITIONAL_TIME' && minutes.length > 0),
})

/** The most that may be offered, in centavos. */
const maxOfferCents = (dispute: Dispute): number =>
  Math.min(dispute.askedCents, offersOf(dispute).money?.mostCents ?? dispute.askedCents)

export interface WayChoice {
  readonly way: Way
  readonly title: string
  readonly consequence: string
}

/** The answers that there are, each with its consequence. */
export function waysOf(dispute: Dispute): readonly WayChoice[] {
  const { money: part, time } = offersOf(dispute)
  const its = withChannel('o', dispute.source)
  return [
    ...(part
      ? [
          {
            way: 'part' as const,
            title: 'Devolver uma parte',
            consequence: `no máximo ${money(maxOfferCents(dispute))}; se o cliente não aceitar, ${its} decide`,
          },
        ]
      : []),
    ...(time
      ? [
          {
            way: 'time' as const,
            title: 'Pedir mais tempo',
            consequence: 'nada é devolvido se o cliente aceitar',
          },
        ]
      : []),
    {
      way: 'accept',
      title: acceptWords(dispute),
      consequence:
        dispute.askedCents > 0 ? `sai do que ${its} repassa à loja` : 'a loja concorda com o cliente',
    },
    { way: 'reject', title: 'Não devolver', consequence: `você escolhe o motivo; ${its} decide` },
  ]
}

/** Why the answer cannot be sent yet; null: it can. */
export function missing(dispute: Dispute, values: AnswerValues): string | null {
  switch (values.way) {
    case null:
      return 'Escolha uma resposta'
    case 'part': {
      const cents = centsTyped(values.cents)
      if (cents === null || cents <= 0) return 'Diga quanto devolver'
      return cents > maxOfferCents(dispute) ? `No máximo ${money(maxOfferCents(dispute))}` : null
    }
    case 'time':
      return values.minutes === '' ? 'Escolha quantos minutos' : null
    case 'accept':
      return dispute.acceptReasons.length > 0 && values.acceptReason === '' ? 'Escolha o motivo' : null
    case 'reject':
      return values.reason === '' ? 'Escolha o motivo' : null
  }
}

/** What is sent once nothing is missing. */
export function answerOf(dispute: Dispute, values: AnswerValues): AnswerBody {
  const { money: part, time } = offersOf(dispute)
  switch (values.way) {
    case 'part':
      return { answer: 'alternative', alternativeId: part?.id ?? '', cents: centsTyped(values.cents) ?? 0 }
    case 'time':
      return { answer: 'alternative', alternativeId: time?.id ?? '', minutes: Number(values.minutes) }
    case 'accept':
      return { answer: 'accept', ...(values.acceptReason === '' ? {} : { reason: values.acceptReason }) }
    default:
      return { answer: 'reject', reason: values.reason as RejectReason }
  }
}

/** `Devolver R$ 24,90`: what the button does. */
export function sendWords(dispute: Dispute, { way, cents }: AnswerValues): string {
  if (way === 'part') return `Oferecer ${money(centsTyped(cents) ?? 0)}`
  if (way === 'time') return 'Pedir mais tempo'
  if (way === 'reject') return 'Não devolver'
  return acceptWords(dispute)
}

function acceptWords({ askedCents, askedExact }: Dispute): string {
  if (askedCents <= 0) return 'Aceitar'
  return `Devolver ${askedExact ? '' : 'até '}${money(askedCents)}`
}

/** Sums to offer with one press: each contested dish alone, where several are. */
export function dishSums(
  dispute: Dispute,
  items: readonly OrderItem[],
): readonly { readonly name: string; readonly cents: number }[] {
  const sums = items.flatMap((item, index) => {
    const claim = claimOn(item, index, dispute.claims)
    const cents = claim?.cents ?? item.totalCents
    return claim !== null && cents > 0 && cents <= maxOfferCents(dispute) ? [{ name: item.name, cents }] : []
  })
  return sums.length > 1 ? sums : []
}
