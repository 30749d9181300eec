import { startsWithSector, startsWithStreet } from '../../../../../contract/delivery/address-words.ts'
import type { PaymentMethod } from '../chat-state.ts'

/** What a message says beside the items: how the order reaches the customer, and how it is paid. */
export interface Way {
  /** The message without it. */
  readonly order: string
  /** Words of an address. Null: none. */
  readonly address: string | null
  readonly isTakeout: boolean
  readonly payBy: PaymentMethod | null
}

/** "2 x-salada, entrega na rua das flores 10 centro, no pix" in its parts. */
export function splitWay(text: string): Way {
  const paid = withoutPayment(text)
  const takeout =
    /(?:^|[\s,;.])(?:(?:eu\s+)?vou|pra|para|p\/)\s*(?:retirar|buscar|pegar)(?:\s+(?:a[ií]|na loja|no local|no balc[aã]o))?(?=$|[\s,;.!])/iu
  const isTakeout = takeout.test(paid.rest)
  const rest = isTakeout ? paid.rest.replace(takeout, ' ') : paid.rest
  const at = addressStart(rest)
  return {
    order: (at ? rest.slice(0, at.from) : rest).replace(/[\s,;.]+$/, ''),
    address: at ? rest.slice(at.to).trim() : null,
    isTakeout,
    payBy: paid.payBy,
  }
}

const methods: readonly (readonly [RegExp, PaymentMethod])[] = [
  [/pix/i, 'PIX'],
  [/d[eé]bito/i, 'DEBIT'],
  [/cr[eé]dito|cart[aã]o/i, 'CREDIT'],
  [/dinheiro/i, 'CASH'],
]
const payment =
  /(?:^|[\s,;.])(?:(?:vou\s+)?pag(?:o|ar|amento)\s*:?\s*(?:com|no|na|em|por|via|é)?|no|em|com|via)\s+(pix|dinheiro|cart[aã]o(?:\s+de)?(?:\s+(?:d[eé]bito|cr[eé]dito))?|d[eé]bito|cr[eé]dito)(?=$|[\s,;.!])/iu

function withoutPayment(text: string): { readonly rest: string; readonly payBy: PaymentMethod | null } {
  const found = payment.exec(text)?.[1]
  const payBy = methods.find(([pattern]) => pattern.test(found ?? ''))?.[1] ?? null
  return payBy === null ? { rest: text, payBy } : { rest: text.replace(payment, ' '), payBy }
}

const leading =
  /^\s*(?:(?:pode\s+)?(?:entreg(?:a|ar|ue)|mand(?:a|ar)|envi(?:a|ar)|endere[cç]o|moro)\s*:?\s*(?:é|eh)?\s*)?(?:(?:para|pra|na|no|em|aqui na|aqui no)\s+)?/iu

/** Where in a message an address begins: at a street with a number. Null: nowhere. */
function addressStart(text: string): { readonly from: number; readonly to: number } | null {
  for (const { index } of text.matchAll(/(?<=^|[\n,;.]|\s[eE](?=\s))/gu)) {
    const rest = text.slice(index)
    const to = index + (leading.exec(rest)?.[0].length ?? 0)
    const place = text.slice(to)
    const isPlace = startsWithStreet(place) || startsWithSector(place)
    if (isPlace && /\s/.test(place.trim()) && /\d|s\/n/i.test(place))
      return { from: text.slice(0, index).replace(/\s[eE]$/, '').length, to }
  }
  return null
}
