import { folded } from '../../../../../../contract/shared/folded.ts'
import type { PaymentMethod } from '../../chat-state.ts'
import { wordValue } from '../../spoken-number.rules.ts'
import { alone, begins, ends } from './signs.ts'

interface Paid {
  /** The message without it. */
  readonly rest: string
  /** Null: not said. */
  readonly payBy: PaymentMethod | null
  /** "50" or "sem troco", in the customer's words. Null: not said. */
  readonly changeFor: string | null
}

/** How the customer pays, and with what. */
export function splitPayment(text: string): Paid {
  const { rest: said, changeFor } = withoutChange(text)
  const { rest, payBy } = withoutMethod(said)
  return { rest, changeFor, payBy: payBy ?? (changeFor === null ? null : 'CASH') }
}

/** "troco pra 50", "troco para R$ 100,00". */
const change =
  /(?:^|[\s,;.])(?:(?:e\s+)?(?:a[ií]\s+)?(?:voc[eê]s?|vcs?)\s+(?:j[aá]\s+)?(?:me\s+)?(?=(?:leva|manda|traz)\s))?(?:(?:com|e|leva|levar|manda|mandar|traz|trazer|preciso de|precisa de|quero)\s+)?troco\s+(?:pra|para|p\/?|de)\s*(?:r\$\s*)?(\d{1,4}(?:[.,]\d{2})?|vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|duzentos)(?:\s*reais)?(?=$|[\s,;.!])/iu
const noChange = new RegExp(String.raw`${begins}(?:sem|n[aã]o precisa (?:de|do)) troco${ends}`, 'iu')

function withoutChange(text: string): Pick<Paid, 'rest' | 'changeFor'> {
  if (noChange.test(text)) return { rest: text.replace(noChange, ' '), changeFor: 'sem troco' }
  const said = change.exec(text)?.[1] ?? null
  const changeFor = said && (wordValue(folded(said))?.toString() ?? said)
  return { rest: changeFor === null ? text : text.replace(change, ' '), changeFor }
}

const methods: readonly (readonly [RegExp, PaymentMethod])[] = [
  [/pix/i, 'PIX'],
  [/d[eé]bito/i, 'DEBIT'],
  [/cr[eé]dito|cart[aã]o/i, 'CREDIT'],
  [/dinheiro/i, 'CASH'],
]
const method = String.raw`(pix|dinheiro|cart[aã]o(?:\s+de)?(?:\s+(?:d[eé]bito|cr[eé]dito))?|d[eé]bito|cr[eé]dito)(?:\s+na\s+(?:entrega|hora))?`
const patterns = [
  new RegExp(
    String.raw`${begins}(?:(?:(?:vai|pode)\s+ser|[eé])\s+)?(?:(?:vou\s+)?pag(?:o|ar|amento)\s*:?\s*(?:com|no|na|em|por|via|é)?|no|em|com|via)\s+${method}${ends}`,
    'iu',
  ),
  // At the end of a part: "1 x-tudo pix".
  new RegExp(
    String.raw`(?<!\sd[aeo])\s(?:(?:vai|pode)\s+ser\s+|[eé]\s+)?(?:o\s+)?${method}${alone.ends}`,
    'iu',
  ),
  new RegExp(
    String.raw`${alone.begins}(?:(?:vai|pode)\s+ser\s+|[eé]\s+)?(?:o\s+)?${method}(?:${alone.ends}|(?=\s+(?:e|mas|mais)\s))`,
    'iu',
  ),
]

function withoutMethod(text: string): Pick<Paid, 'rest' | 'payBy'> {
  const pattern = patterns.find((one) => one.test(text))
  const found = pattern?.exec(text)?.[1] ?? ''
  const payBy = methods.find(([name]) => name.test(found))?.[1] ?? null
  return payBy === null || !pattern
    ? { rest: text, payBy: null }
    : { rest: text.replace(pattern, ' , '), payBy }
}
