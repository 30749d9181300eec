import { folded } from '../../../../../contract/shared/folded.ts'
import { isOneNumber, wordValue } from '../spoken-number.rules.ts'
import { growing, halves, linking, occasions, persons, swaps } from './vocabulary.rules.ts'

/** One word of a message. `text` is for comparing: folded, numbers as digits, "x-salada" as one word. */
export interface Word {
  readonly text: string
  /** As the customer wrote it, for notes. */
  readonly raw: string
  /** A number with a sign of multiplication behind it: "2x". */
  readonly isTimes?: boolean
  /** A wish of its own: "pro joão". */
  readonly isNote?: boolean
  /** First word of a choice on the menu that no wish before it reaches into: "borda catupiry", "bem passado". */
  readonly isChoice?: boolean
}

/** Stands for a comma, a line break or any other sign between two parts of a message. */
export const separator = ','

/** The words of a message or of a name on the menu, with a separator for each sign that ends a part. */
export function wordsOf(text: string): readonly Word[] {
  const parts = spelledOut(text.normalize('NFC').toLowerCase()).match(
    /[\p{L}\p{M}\d.]+|[^\p{L}\p{M}\d\s]|\n/gu,
  )
  const words = (parts ?? []).flatMap((raw): readonly Word[] => {
    if (raw === '-' || raw === "'" || raw === '’') return []
    if (!/[\p{L}\d]/u.test(raw)) return [{ text: separator, raw }]
    const times = /^(\d{1,2})x$/.exec(raw)?.[1]
    if (times) return [{ text: String(Number(times)), raw, isTimes: true }]
    // "queroooo".
    const plain = folded(raw).replaceAll(/([aeiou])\1{2,}/g, '$1')
    const full = raw === 'ñ' ? 'nao' : (shortForms.get(plain) ?? plain)
    return [{ text: wordValue(full)?.toString() ?? full.replace(/^0+(?=\d)/, ''), raw }]
  })
  return joined(words)
}

const known = new WeakMap<object, readonly Word[]>()

/** The words of the name of an item, an option, a group or a category. Each is read once while its menu is used. */
export function menuWords(owner: { readonly name: string }): readonly Word[] {
  const words = known.get(owner) ?? wordsOf(owner.name)
  known.set(owner, words)
  return words
}

/** Short forms that hold a sign, and measures, as one word each. */
const spelledOut = (text: string): string =>
  text
    .replaceAll(
      /por (?:favor|gentileza)|(?:tudo|td) be?[mn]|(?:tudo|td) (?:bom|certo|certinho|joia|tranquilo)/g,
      ' ',
    )
    // "quero2coca", "e3kibe".
    .replaceAll(/(?<=\p{L}{3}|(?<!\p{L})e)(?=\d)/gu, ' ')
    .replaceAll(unitBehind, '$1 un ')
    .replaceAll(gluedCount, '$1 ')
    .replaceAll(about, '')
    .replaceAll(/r\$\s*(?=\d)/g, '')
    .replaceAll(lessBehind, ' , tira $1 , ')
    .replaceAll(moreBehind, ' , mais $1 , ')
    .replaceAll(asides, ' , ')
    .replace(wrongBefore, ' perai , ')
    .replaceAll(preferably, ' ')
    .replaceAll(lessOf, ' , tira $1 ')
    .replaceAll(/\se\s+(?=(?:tira|retira|remove|cancela|exclui)\s)/g, ' , ')
    .replaceAll(seen, ' ')
    .replaceAll(hungry, ' , ')
    .replaceAll(sentTo, ' , ')
    .replace(onlyInPlace, 'troca por $1')
    .replaceAll(inItsPlace, ' ')
    .replaceAll(secondChange, ' , ')
    .replaceAll(notForgotten, ' , ')
    .replaceAll(noneOf, 'sem ')
    .replaceAll(ofAll, ' , ')
    .replaceAll(orderItself, ' , ')
    .replaceAll(afterAll, ' , perai , ')
    .replaceAll(ofOrder, ' ')
    .replaceAll(/(?<!\p{L})a quantidade d(?=[aeo]s?\s)/gu, '')
    .replaceAll(ifSo, '$1')
    .replaceAll(/½|\b1\s?\/\s?2\b/g, ' meia ')
    .replaceAll(/(?<!\p{L})s\/(?=\s*\p{L})/gu, ' sem ')
    .replaceAll(/(?<!\p{L})c\/(?=\s*\p{L})/gu, ' com ')
    .replaceAll(/(?<!\p{L})p\/(?=\s*[\p{L}\d])/gu, ' para ')
    .replaceAll(shortFor, 'para ')
    .replaceAll(shortTo, 'para ')
    // A lone letter may be the end of a name, as in "Combo C".
    .replaceAll(/(?<=\S\s)c\s+(?=\p{L}{3})/gu, 'com ')
    .replaceAll(/(?<=\S\s)s\s+(?=\p{L}{3})/gu, 'sem ')
    .replaceAll(/(?<=\S\s)d\s+(?=\p{L}{3}|x[\s-])/gu, 'de ')
    .replaceAll(
      /(?<!\p{L})n\s+(?=(?:quero|precisa|vou|p[oõ]e|coloca|manda|bota|tem|tiver)(?!\p{L}))/gu,
      'nao ',
    )
    .replaceAll(/\bs[oó] que\b/g, ' , ')
    .replaceAll(/(\d)[.,](\d)\s*(?:l|lts?|litros?)\b/g, '$1.$2l ')
    .replaceAll(/(\d)\s*(?:l|lts?|litros?)\b/g, '$1l ')
    .replaceAll(/(\d)\s*mls?\b/g, '$1ml ')
    // "1 G" is one of a size.
    .replaceAll(
      /(\d{3}\s*|\d{2})g\b|(\d)\s*(?:gr|gramas?)\b/g,
      (_, short = '', long = '') => `${short.trim()}${long}g `,
    )
    .replaceAll(/(?<!\d)[.](?!\d)|(?<=\D)[.]|[.](?=\D)/g, ' , ')

/** "3un x-egg". */
const unitBehind = /(?<![\p{L}\d.,])(\d{1,2})\s*(?:unid?s?|und?s?)(?!\p{L})\.?/gu
/** "uns 10 pães". */
const about = /(?<!\p{L})(?:uns|umas)\s+(?=\d|duas|dois|tr[eê]s|quatro|cinco|seis|oito|dez|doze|vinte)/gu
/** "uma a menos de coca", "menos 2 cocas" at the beginning. */
const lessOf =
  /(?:(?<!\p{L})(\d{1,2}|uma?|dois|duas)\s+a\s+menos(?:\s+d[aeo]s?)?|(?<=^\s*|[,\n]\s*|\se\s+)menos\s+(?=\d|uma?\s|dois|duas))/gu
const counted = String.raw`((?:\d{1,2}|uma?|dois|duas|tr[eê]s)\s+\p{L}[\p{L}\s]{1,30}?)`
/** "uma brahma a menos e um smash a mais". */
const lessBehind = new RegExp(
  String.raw`(?:\se\s+)?(?<!\p{L})${counted}\s+a\s+menos(?!\s+d[aeo])(?!\p{L})`,
  'gu',
)
const moreBehind = new RegExp(
  String.raw`(?:\se\s+)?(?<!\p{L})${counted}\s+a\s+mais(?!\s+d[aeo])(?!\p{L})`,
  'gu',
)
/** "esqueci de falar" before what was forgotten, and "quanto deu?", which the cart says. */
const asides =
  /(?<!\p{L})obs(?:erva[cç][aã]o)?(?!\p{L})|(?<!\p{L})esqueci\s+d[ei]\s+(?:falar|dizer|avisar|pedir|colocar)(?!\p{L})|(?<!\p{L})quanto\s+(?:deu|ficou|fica|vai dar|vai ficar|d[aá])(?:\s+(?:tudo|no total|o total))?\s*(?=[?\n]|$)/gu
/** "6 não, 10", "p não, g". */
const wrongBefore = /^\s*(?:\d{1,2}|[pmg]|pequen[ao]|m[eé]di[ao]|grande)\s+n(?:[aã]o)?\s*,\s*/u
/** "de preferência sem gás", "nele coloca granola". */
const preferably =
  /(?<!\p{L})de\s+prefer[eê]ncia(?!\p{L})|(?<!\p{L})nel[ae]s?\s+(?=coloca|bota|p[oõ]e|vai|quero|manda)/gu
/** "vi que tem um filé de 36". */
const seen =
  /(?<!\p{L})(?:eu\s+)?vi\s+(?:(?:aqui|aí|ai|no card[aá]pio)\s+)?(?:que|q)\s+(?:(?:voc[eê]s?|vcs?)\s+)?t[eê]m(?!\p{L})/gu
/** "tô com fome demais". */
const hungry =
  /(?<!\p{L})(?:eu\s+)?(?:t[oô]u?|estou)\s+(?:com|morrendo\s+de|cheio\s+de)\s+(?:(?:muita|mta)\s+)?(?:fome|pressa)(?:\s+demais)?(?!\p{L})/gu
/** "uma batata entrega no condomínio ipê": where it goes is no part of an item. */
const sentTo =
  /(?<=\S)(?<!(?<![^\s])(?:p|pra|para|p\/))\s(?=(?:pode\s+)?(?:entregar?|entregue)\s+(?:aqui\s+)?(?:n[ao]|em|pr[ao]|pra)\s)/gu
/** "tira uma cerveja e põe uma água no lugar". */
const inItsPlace = /(?<!\p{L})no\s+lugar(?:\s+del[ae]s?)?(?!\p{L}|\s+d[aeo]s?\s)/gu
/** "um hot roll no lugar" of what is in the cart. */
const onlyInPlace =
  /^(?!.*(?:tira|cancel|remov|esque|troc|mud|em vez|sem |n[aã]o ))\s*([^,;\n]+?)\s+no\s+lugar(?:\s+del[ae]s?)?\s*$/u
/** "… e troca o refri por uma cerveja", "… e em vez do combo 1 põe o 2": a change of its own. */
const secondChange =
  /\se\s+(?=(?:troca|troque|muda|mude|substitui|(?:em\s+vez|ao\s+inv[eé]s|no\s+lugar)\s+d[aeo]s?)\s)/gu
/** "e não esquece a coca" is one more thing that is wanted. */
const notForgotten = /(?<!\p{L})n[aã]o\s+(?:se\s+)?esque(?:ce|[cç]a|cer)(?:\s+d[aeo]s?)?(?!\p{L})/gu
/** "nenhum com ovo", "nenhum complemento". */
const noneOf =
  /(?<!\p{L})(?:sem\s+)?nenhuma?\s+(?:d(?:eles|elas|os\s+dois|as\s+duas)\s+)?(?:com\s+)?(?=\p{L}{3})(?!problema|pedido|des[st]|del)/gu
/** "todos com granola" speaks of all that stand before it. */
const ofAll =
  /(?<=\S)\s(?=(?:[ao]s\s+(?:dois|duas|tr[eê]s|quatro|[2-9])|todos|todas|ambos|ambas)\s+(?:com|sem)\s)/gu
/** "10coxinha"; "2l" and "300ml" are measures. */
const gluedCount =
  /(?<![\p{L}\d.,])(\d{1,2})(?=(?!(?:lts?|litros?|mls?|gr|gramas|unidades?|anos|min)(?!\p{L}))\p{L}{3})/gu
/** "p mim", "p festa", "troca p laranja"; "batata p" is a size. */
const shortFor = new RegExp(
  String.raw`(?<=^|\s)p\s+(?=(?:${[...persons, ...occasions].join('|')})(?!\p{L}))|(?<=(?:^|\s)(?:${[...swaps, ...growing].join('|')})\s+)p\s+(?=\p{L}{3}|\d)(?!pra|para|pro|por|pel[oa]|com|sem)`,
  'gu',
)
/** "muda a marmita p G". */
const shortTo = new RegExp(
  String.raw`(?<=(?:^|\s)(?:${[...swaps, ...growing].join('|')})\s+(?:[ao]s?\s+)?\p{L}{3,}\s+)p\s+(?=(?:[pmg]|pequen[ao]|m[eé]di[ao]|grande|gd)(?!\p{L})|\d)`,
  'gu',
)
/** "queria fazer um pedido". */
const orderItself =
  /(?:(?<=^[\s,]*|[\n,.!]\s*)(?:o\s+)?meu\s+pedido(?:\s+(?:é|eh|vai\s+ser))?(?=\s*[:,\n-]|\s+(?:\d|um|d[ou]))|(?<!\p{L})(?:(?:faz|fazer|anota|anotar|anote|pedir|quero|queria|gostaria de)\s+)+(?:um|o|meu)\s+pedid(?:inh)?o(?!\p{L}))/gu
/** "no meu pedido", "do carrinho", "antes de fechar". */
const ofOrder =
  /(?<!\p{L})(?:(?:(?:n|d)[oa]|ao)\s+(?:meu\s+|minha\s+)?(?:pedido|carrinho|sacola)|antes de (?:confirmar|fechar|finalizar))(?!\p{L})/gu
/** What was said last was wrong: "3 x-burguer não pera 4". */
const afterAll =
  /(?<!\p{L})(?:n[aã]o,?\s+(?:pera[ií]?|espera[ií]?|calma|errei)|ops|quer dizer|melhor dizendo|ou melhor|(?:mudei|mudando) de id[eé]ia|pens(?:ando|ei) (?:bem|melhor)|pera[ií])(?!\p{L})/gu
/** "se sim, quero 2", behind a question. */
const ifSo = /(^|[,.;?!\n])\s*se (?:sim|der|puder|aceitar(?:em)?)(?!\p{L})/gu

/** How words are shortened in a hurry. */
const shortForms = new Map(
  'aki:aqui qrer:querer qr:quero queru:quero vo:vou dz:duzia dzs:duzias dzia:duzia hj:hoje qjo:queijo qjos:queijos td:tudo qro:quero qria:queria kro:quero kero:quero quiero:quero msm:mesmo mto:muito mt:muito gde:grande gd:grande pz:pizza md:media pqna:pequena pqno:pequeno'
    .split(' ')
    .map((pair): [string, string] => {
      const [short = '', full = ''] = pair.split(':')
      return [short, full]
    }),
)

const cheese = new Set(['x', 'xis', 'chis', 'cheese'])
const pairs = new Map([
  ['coca cola', 'coca'],
  ['milk shake', 'milkshake'],
  ['outra metade', 'metade'],
  ['outra meia', 'meia'],
  ['hot dog', 'hotdog'],
  ['meia duzia', '6'],
  ['manda ver', 'manda'],
  ['manda logo', 'manda'],
  ['meio litro', '500ml'],
  ['na real', 'verdade'],
  ['a parte', 'separado'],
  ['2 litros', '2l'],
  ['1 litro', '1l'],
])

function joined(words: readonly Word[]): readonly Word[] {
  const all: Word[] = []
  for (const [at, word] of words.entries()) {
    const last = all.at(-1)
    const isHalf = ({ text }: Word) => halves.has(text)
    // "uma de calabresa e outra metade mussarela metade portuguesa".
    const isBoth = !all.some(isHalf) && words.slice(at + 1).some(isHalf)
    const isCream = last?.text === 'cheese' && all.at(-2)?.text === 'cream'
    const both = last && !isCream && !(isBoth && last.text.startsWith('outr')) && joinOf(last, word)
    const sum = last && sumOf(all.at(-2), last, word)
    if (sum) all.splice(-2, 2, sum)
    else if (both) all.splice(-1, 1, ...withoutDoubleX(all, both))
    else all.push(word)
  }
  return all
}

/** "vinte e três". */
function sumOf(first: Word | undefined, and: Word, second: Word): Word | null {
  if (!first || and.raw !== 'e' || /\d/.test(first.raw + second.raw)) return null
  const [tens, ones] = [Number(first.text), Number(second.text)]
  return tens < 100 && isOneNumber(tens, ones)
    ? { text: String(tens + ones), raw: [first, and, second].map(({ raw }) => raw).join(' ') }
    : null
}

/** "1 x x-egg": the first "x" counts. */
function withoutDoubleX(all: Word[], word: Word): readonly Word[] {
  const isDouble =
    /^x[a-z]{3}/.test(word.text) && all.at(-2)?.text === 'x' && /^\d{1,2}$/.test(all.at(-3)?.text ?? '')
  if (isDouble) all.splice(-2, 1)
  return [word]
}

const isJoining = ({ text }: Word): boolean => linking.has(text) || text === 'sem'

function joinOf(first: Word, second: Word): Word | null {
  const raw = `${first.raw} ${second.raw}`
  const text = pairs.get(`${first.text} ${second.text}`)
  if (text !== undefined) return { text, raw }
  if (cheese.has(first.text) && /^[a-z]{3,}$/.test(second.text) && !isJoining(second))
    return { text: `x${second.text}`, raw }
  if (/^\d{1,2}$/.test(first.text) && /^duzias?$/.test(second.text))
    return { text: String(Number(first.text) * 12), raw }
  if (/^\d{1,2}$/.test(first.text) && /^sabor(?:es)?$/.test(second.text)) return { text: 'sabores', raw }
  if (/^\d{1,2}$/.test(first.text) && /^litros?$/.test(second.text)) return { text: `${first.text}l`, raw }
  return null
}

/** The number of items that a word means: 1 to 99. Null: it is no such number; 500 is a size. */
export function quantityIn({ text }: Word): number | null {
  if (text === 'outro' || text === 'outra') return 1
  const quantity = /^\d{1,2}$/.test(text) ? Number(text) : 0
  return quantity > 0 ? quantity : null
}
