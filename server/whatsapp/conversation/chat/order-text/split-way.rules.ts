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
  /** What the customer will pay with, in their words: "50". Null: not said. */
  readonly changeFor: string | null
  /** The customer said when to come for it. */
  readonly isAtHour: boolean
}

/** "2 x-salada, entrega na rua das flores 10 centro, no pix" in its parts. */
export function splitWay(text: string): Way {
  const { rest: said, changeFor } = withoutChange(text)
  const paid = withoutPayment(said)
  const found = takeout.exec(paid.rest)
  const rest = found ? paid.rest.replace(takeout, ' ') : paid.rest
  const at = addressStart(rest)
  return {
    order: (at ? rest.slice(0, at.from) : rest).replace(/[\s,;.]+$/, ''),
    address: at ? rest.slice(at.to).trim() : null,
    isTakeout: found !== null,
    isAtHour: found?.[1] !== undefined,
    payBy: paid.payBy ?? (changeFor === null ? null : 'CASH'),
    changeFor,
  }
}

/** "pra retirar", "passo aí às 6"; the hour on its own. */
const takeout =
  /(?:^|[\s,;.])(?:(?:(?:eu\s+)?vou|pra|para|p\/)\s*(?:retirar|buscar|pegar)(?:\s+(?:a[ií]|na loja|no local|no balc[aã]o))?|(?:eu\s+)?(?:j[aá]\s+)?(?:passo|busco|retiro|pego)\s+(?:a[ií]|na loja|no local|no balc[aã]o|pra (?:pegar|buscar)))(\s+(?:[aà]s|umas|l[aá] pelas)\s+\d{1,2}(?:\s?(?:[:h]\s?\d{0,2}|horas?))?(?:\s+e\s+meia)?)?(?=$|[\s,;.!])/iu

/** "troco pra 50", "troco para R$ 100,00". */
const change =
  /(?:^|[\s,;.])(?:(?:com|e|leva|levar|traz|trazer|preciso de|precisa de|quero)\s+)?troco\s+(?:pra|para|p\/?|de)\s*(?:r\$\s*)?(\d{1,4}(?:[.,]\d{2})?)(?:\s*reais)?(?=$|[\s,;.!])/iu

function withoutChange(text: string): { readonly rest: string; readonly changeFor: string | null } {
  const changeFor = change.exec(text)?.[1] ?? null
  return { rest: changeFor === null ? text : text.replace(change, ' '), changeFor }
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
