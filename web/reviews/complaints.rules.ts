import { folded } from '../../contract/shared/folded.ts'

export type Complaint = 'late' | 'cold' | 'missing' | 'swapped' | 'damaged' | 'small' | 'taste' | 'manners'

/** "Não demorou" and "sem nenhum atraso" complain of nothing. */
const unless = String.raw`(?<!\b(?:nao|nunca|sem|nem|nada)\s(?:\S+\s)?)`

const patterns: readonly (readonly [Complaint, RegExp])[] = [
  ['late', new RegExp(String.raw`${unless}\b(?:atras|demor|lent[oa]s?\b|hora[s]? de espera|espera\b)`)],
  [
    'cold',
    new RegExp(
      String.raw`${unless}\b(?:fri[oa]s?\b|morn[oa]s?\b|esfri|temperatura)|\bmais quentes?\b|\bnao (?:\S+ ){0,2}quentes?\b`,
    ),
  ],
  [
    'missing',
    new RegExp(
      String.raw`${unless}\b(?:falt(?:ou|aram|ando|ava|avam)\b(?! (?:sal|sabor|tempero|gosto|educacao|respeito|atencao))|esquec|incomplet)|\b(?:veio|vieram|chegou|chegaram) sem\b(?! (?:sal|sabor|tempero|gosto|atras|demor))|\bnao (?:veio|vieram|mandaram)\b(?! (?:\S+ ){0,2}(?:quente|fri|morn|bo[am]|bem|igual|atras))`,
    ),
  ],
  ['swapped', new RegExp(String.raw`${unless}\b(?:trocad|trocaram|errad|outro pedido)`)],
  ['damaged', new RegExp(String.raw`${unless}\b(?:derram|vazou|vazad|vazando|amass|revirad|rasgad|violad)`)],
  [
    'small',
    new RegExp(
      String.raw`${unless}\b(?:menor(?:es)?\b|pequen[oa]s?\b|pouc[oa] (?:comida|recheio|molho)|pouca quantidade|quantidade$)`,
    ),
  ],
  [
    'taste',
    new RegExp(
      String.raw`${unless}\b(?:salgad|cru[as]?s?\b|queimad|duro|dura\b|murch|azed|estragad|ruim|ruins|horrivel|gorduros|sem graca)|\b(?:sem|faltou) (?:sal|sabor|tempero|gosto)\b`,
    ),
  ],
  [
    'manners',
    new RegExp(
      String.raw`${unless}\b(?:grosseir|grosso|mal educad|mal-educad|mau atendimento|pessimo atendimento|destrat)|\bninguem (?:\S+ )?atend|\bfaltou (?:educacao|respeito|atencao)\b`,
    ),
  ],
]

/** What a customer complains of, by the words and the tags of the review; empty: of nothing that is known here. */
export function complaintsOf(comment: string | null, tags: readonly string[]): readonly Complaint[] {
  const said = [comment ?? '', ...tags].map(folded)
  return patterns.filter(([, pattern]) => said.some((text) => pattern.test(text))).map(([one]) => one)
}

/** The first dish of the order that the comment calls by its name; null: none. */
export function dishNamed(comment: string | null, dishes: readonly string[]): string | null {
  const said = ` ${wordsOf(comment ?? '')} `
  const short = dishes.filter((dish) => dish.length <= maxDishLength && wordsOf(dish) !== '')
  return short.find((dish) => said.includes(` ${wordsOf(dish)} `)) ?? null
}

/** A longer name would not fit a reply. */
const maxDishLength = 80

const wordsOf = (text: string): string =>
  folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
