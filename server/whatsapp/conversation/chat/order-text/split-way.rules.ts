import { startsWithSector, startsWithStreet } from '../../../../../contract/delivery/address-words.ts'
import type { PaymentMethod } from '../chat-state.ts'
import { withDoorInDigits } from '../spoken-number.rules.ts'

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
  /** The customer said at what hour. */
  readonly isAtHour: boolean
}

/** "2 x-salada, entrega na rua das flores 10 centro, no pix" in its parts. */
export function splitWay(text: string): Way {
  const { rest: said, changeFor } = withoutChange(text)
  const paid = withoutPayment(said)
  const { rest: unhurried, isAtHour } = withoutHour(paid.rest)
  const found = takeout.exec(unhurried)
  const rest = found ? unhurried.replace(takeout, ' ') : unhurried
  const at = addressStart(rest)
  const site = at?.site ? `, referência ${at.site}` : ''
  return {
    order: (at ? rest.slice(0, at.from) : rest).replace(/[\s,;.]+$/, ''),
    address: at ? `${withDoorInDigits(rest.slice(at.to).trim())}${site}` : null,
    isTakeout: found !== null,
    isAtHour: isAtHour || found?.[1] !== undefined,
    payBy: paid.payBy ?? (changeFor === null ? null : 'CASH'),
    changeFor,
  }
}

const begins = String.raw`(?:^|[\s,;.])`
const ends = String.raw`(?=$|[\s,;.!])`
const toFetch = String.raw`(?:pra|para|p\/)\s*(?:retirar|buscar|pegar)`
const atStore = String.raw`(?:a[ií]|na loja|no local|no balc[aã]o)`

/** "pra retirar", "que eu passo aí já", "vou passar aí pra pegar". */
const takeout = new RegExp(
  String.raw`${begins}(?:que\s+)?(?:(?:(?:eu\s+)?vou|pra|para|p\/)\s*(?:retirar|buscar|pegar)(?:\s+${atStore})?|(?:eu\s+)?(?:j[aá]\s+)?(?:vou passar|passo|busco|retiro|pego)\s+(?:${atStore}(?:\s+${toFetch})?|${toFetch}))(?:\s+j[aá])?(\s+(?:[aà]s|umas|l[aá] pelas)\s+\d{1,2}(?:\s+e\s+meia)?)?${ends}`,
  'iu',
)

const clock = String.raw`\d{1,2}(?:\s?(?:[:h]\s?\d{0,2}|horas?))(?:\s+e\s+meia)?`
/** "às 20h", "umas 8 e meia", "pra meio-dia", "daqui a 1 hora". Two o'clock without its "h" may be two of an item. */
const hour = new RegExp(
  String.raw`${begins}(?:(?:(?:(?:pra|para|p\/)\s*)?(?:hj|hoje)\s+|(?:pra|para|p\/)\s*)?(?:(?:[aà]s|umas|l[aá] pelas)\s+${clock}|(?:umas|l[aá] pelas|às)\s+\d{1,2}(?:\s+e\s+meia)?)|(?:pra|para|p\/|ao)\s*(?:o\s+)?meio[\s-]dia(?:\s+e\s+meia)?|(?:(?:pra|para|p\/)\s*)?daqui\s+(?:a\s+)?(?:\d{1,2}|uma|duas|meia)\s*(?:hora|min)\p{L}*)${ends}`,
  'iu',
)

function withoutHour(text: string): { readonly rest: string; readonly isAtHour: boolean } {
  // Another day is a person's.
  const isAtHour = hour.test(text) && !/amanh[aã]/iu.test(text)
  return { rest: isAtHour ? text.replace(hour, ' ') : text, isAtHour }
}

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
const method = String.raw`(pix|dinheiro|cart[aã]o(?:\s+de)?(?:\s+(?:d[eé]bito|cr[eé]dito))?|d[eé]bito|cr[eé]dito)(?:\s+na\s+(?:entrega|hora))?`
const payments = [
  new RegExp(
    String.raw`${begins}(?:(?:(?:vai|pode)\s+ser|[eé])\s+)?(?:(?:vou\s+)?pag(?:o|ar|amento)\s*:?\s*(?:com|no|na|em|por|via|é)?|no|em|com|via)\s+${method}${ends}`,
    'iu',
  ),
  // A part of the message that says nothing else.
  new RegExp(
    String.raw`(?:^|[\n,;.])\s*(?:(?:vai|pode)\s+ser\s+|[eé]\s+)?(?:o\s+)?${method}\s*(?=$|[\n,;.!])`,
    'iu',
  ),
]

function withoutPayment(text: string): { readonly rest: string; readonly payBy: PaymentMethod | null } {
  const payment = payments.find((pattern) => pattern.test(text))
  const found = payment?.exec(text)?.[1] ?? ''
  const payBy = methods.find(([pattern]) => pattern.test(found))?.[1] ?? null
  return payBy === null || !payment
    ? { rest: text, payBy: null }
    : { rest: text.replace(payment, ' , '), payBy }
}

const sending = String.raw`(?:(?:entreg|mand|envi|lev)(?:ar?|uem?|e)|traz(?:er)?|endere[cç]o|moro)(?!\p{L})`
const leading = new RegExp(
  String.raw`^\s*(?:(?:(?:pra|para|p\/)\s+)?(?:pode\s+)?${sending}\s*:?\s*(?:é|eh)?\s*)?(?:(?:aqui\s+)?(?:para|pra|na|no|em|aqui)\s+)?`,
  'iu',
)
/** "obra da rua …": a point of reference. */
const siteBefore =
  /^(?:(?:na|no|é|eh)\s+)?(obra|empresa|escrit[oó]rio|firma|escola|hospital|cl[ií]nica|oficina|igreja|academia)\s+(?:d[ao]|n[ao])\s+/iu
/** Behind a sign, behind "e", and before "entrega na", "aqui na" and the like. */
const addressStarts = new RegExp(
  String.raw`(?<=^|[\n,;.]|\s[eE](?=\s)|\s(?=(?:(?:pra|para|p\/)\s+)?(?:pode\s+)?${sending}\s)|\s(?=(?:aqui\s+)?(?:para|pra|na|no)\s))`,
  'giu',
)

/** Where in a message an address begins: at a street with a number. Null: nowhere. */
function addressStart(
  text: string,
): { readonly from: number; readonly to: number; readonly site: string | null } | null {
  for (const { index } of text.matchAll(addressStarts)) {
    const rest = text.slice(index)
    const led = leading.exec(rest)?.[0].length ?? 0
    const [before = '', site = null] = siteBefore.exec(rest.slice(led)) ?? []
    const to = index + led + before.length
    const place = text.slice(to)
    const isPlace = startsWithStreet(place) || startsWithSector(place)
    if (isPlace && /\s/.test(place.trim()) && /\d|s\/n/i.test(withDoorInDigits(place)))
      return { from: text.slice(0, index).replace(/\s[eE]$/, '').length, to, site }
  }
  return null
}
