import { alone, begins, ends } from './signs.ts'

interface Taken {
  /** The message without it. */
  readonly rest: string
  readonly isTakeout: boolean
  readonly isAtHour: boolean
}

/** That the customer comes for the order, and at what hour it is wanted. */
export function splitTakeout(text: string): Taken {
  const { rest, isAtHour } = withoutHour(text)
  const pattern = takeouts.find((one) => one.test(rest))
  const hourAtStore = pattern?.exec(rest)?.[1]
  return {
    rest: pattern ? rest.replace(pattern, ' , ') : rest,
    isTakeout: pattern !== undefined,
    isAtHour: isAtHour || hourAtStore !== undefined,
  }
}

const toFetch = String.raw`(?:pra|para|p\/)\s*(?:retirar|buscar|pegar)`
const atStore = String.raw`(?:a[ií]|na loja|no local|no balc[aã]o)`
const oclock = String.raw`(\s+(?:(?:[aà]s|umas|l[aá] pelas)\s+\d{1,2}(?:\s+e\s+meia)?|\d{1,2}(?:h\d{0,2}|:\d{2})))?`

/** "pra retirar", "que eu passo aí já", "vou passar aí pra pegar"; the hour on its own. */
const takeouts = [
  new RegExp(
    String.raw`${begins}(?:(?:que|q)\s+)?(?:(?:(?:eu\s+)?vou|pra|para|p\/)\s*(?:retirar|buscar|pegar)(?:\s+${atStore})?|(?:eu\s+)?(?:j[aá]\s+)?(?:vou passar|passo|busco|retiro|pego)\s+(?:${atStore}(?:\s+(?:${toFetch}|retirar|buscar|pegar))?|${toFetch}))(?:\s+j[aá])?${oclock}${ends}`,
    'iu',
  ),
  new RegExp(String.raw`${begins}(?:pra|para|p\/)\s*retirada${ends}`, 'iu'),
  new RegExp(String.raw`${alone.begins}(?:e\s+)?(?:é\s+)?(?:retirada|retirar|retiro)${alone.ends}`, 'iu'),
]

const clock = String.raw`\d{1,2}(?:\s?(?:[:h]\s?\d{0,2}|horas?))(?:\s+e\s+meia)?`
/** "às 20h", "umas 8 e meia", "pra meio-dia", "daqui a 1 hora". Without its "h", "as 2" may be two of an item. */
const hour = new RegExp(
  String.raw`${begins}(?:(?:(?:(?:pra|para|p\/)\s*)?(?:hj|hoje)\s+|(?:pra|para|p\/)\s*)?(?:(?:[aà]s|umas|l[aá] pelas)\s+${clock}|(?:umas|l[aá] pelas|às)\s+\d{1,2}(?:\s+e\s+meia)?|\d{1,2}:\d{2}(?:\s?h)?)|(?:pra|para|p\/|ao|(?<=\s)entregar?(?=\s+meio))\s*(?:o\s+)?meio[\s-]dia(?:\s+e\s+meia)?|(?:(?:pra|para|p\/)\s*)?daqui\s+(?:a\s+)?(?:\d{1,2}|uma|duas|meia)\s*(?:hora|min)\p{L}*)${ends}`,
  'iu',
)

function withoutHour(text: string): Pick<Taken, 'rest' | 'isAtHour'> {
  // Another day is a person's.
  const isAtHour = hour.test(text) && !/amanh[aã]/iu.test(text)
  return { rest: isAtHour ? text.replace(hour, ' ') : text, isAtHour }
}
