import type { ChatMenu } from '../../chat-state.ts'
import { matchItem } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import {
  changeOne,
  lastAdded,
  linesMeant,
  linesNamed,
  withUnknown,
  type Sheet,
  type SheetLine,
} from '../sheet.rules.ts'
import { rawText } from '../split-notes.rules.ts'
import { asking, halves, isArticle, linking, removals } from '../vocabulary.rules.ts'
import { quantityIn, type Word } from '../words.rules.ts'
import { hasOption, swapOptions } from './swap-options.rules.ts'

export const isContent = ({ text }: Word): boolean => !linking.has(text) && !asking.has(text)

/** "tira a coca", "tira uma coca", "sem a batata"; behind one of them also "e o pudim". Null: it takes nothing out. */
export function removed(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { words, quantity } = piece
  const kind = removalOf(sheet, piece) ?? (isCountedToo(sheet, piece, menu) ? 'too' : null)
  if (kind === null) return null
  const { item, own } = targetOf(kind === 'too' ? words : words.slice(1))
  const written = rawText(words)
  const ofLine = own === null ? outOfLine(sheet, item, { menu, words: written }) : null
  if (ofLine) return ofLine
  const found = linesOut(sheet, item, { own: own ?? quantity, menu })
  if (found.length > 0) {
    const change = { kind: 'remove', quantity: own ?? quantity } as const
    return { ...changeOne(sheet, found, { change, words: written }), isRemoving: true }
  }
  const without = withoutOption(sheet, { item, of: own ?? quantity, written })
  if (without || kind === 'without') return without
  const part = own === null ? partOut(sheet, item, { menu, words: written }) : null
  return part ?? withUnknown(sheet, written)
}

/** "tira o bacon do x-bacon" leaves the burger: a paid option goes, and anything else is a wish. Null: no line is named. */
function outOfLine(sheet: Sheet, item: readonly Word[], said: Said): Sheet | null {
  const of = item.findIndex(({ text }, at) => at > 0 && /^d[ao]s?$/.test(text))
  const named = of === -1 ? [] : linesMeant(item.slice(of + 1), sheet, said.menu)
  if (named.length === 0) return null
  const part = item.slice(0, of)
  return hasOption({ ...sheet, lines: named }, part)
    ? withoutOption(sheet, { item: part, of: null, written: said.words })
    : withoutPartOf(sheet, item, said)
}

/** "tira uma" is said of the only line, or the customer chooses one. */
function linesOut(
  sheet: Sheet,
  item: readonly Word[],
  { own, menu }: { readonly own: number | null; readonly menu: ChatMenu },
): readonly SheetLine[] {
  if (item.length === 0) return own !== null && lastAdded(sheet) === null ? sheet.lines : []
  if (item[0]?.text === 'tudo') return []
  return hasOption(sheet, item)
    ? linesNamed(item, sheet, { menu, isExact: true })
    : linesMeant(item, sheet, menu)
}

interface Said {
  readonly menu: ChatMenu
  /** As the customer wrote it. */
  readonly words: string
}

/** What an item is made of, and no line of the order. Null: it is no such part. */
function partOut(sheet: Sheet, item: readonly Word[], said: Said): Sheet | null {
  const [only, ...others] = sheet.lines
  // "tira metade" of ten.
  if (item.length === 1 && item.every(({ text }) => halves.has(text))) {
    const quantity = (only?.quantity ?? 1) / 2
    return only && others.length === 0 && Number.isInteger(quantity)
      ? changeOne(sheet, [only], { change: { kind: 'remove', quantity }, words: said.words })
      : withUnknown(sheet, said.words)
  }
  const isPart = item.length === 1 && item.every(isContent) && item[0]?.text !== 'tudo'
  return isPart ? withoutPart(sheet, item, said.words) : null
}

/** "sem a granola": its price goes, too. The flavour of a pizza cannot be taken off. Null: no line has such an option. */
function withoutOption(
  sheet: Sheet,
  {
    item,
    of,
    written,
  }: { readonly item: readonly Word[]; readonly of: number | null; readonly written: string },
): Sheet | null {
  const other = swapOptions(sheet, { from: item, to: [], of })
  if (other) return { ...other, isRemoving: true }
  return hasOption(sheet, item) ? withUnknown(sheet, written) : null
}

/** `too`: what was said last took something out, and this is named behind it. Null: nothing is taken out. */
function removalOf(sheet: Sheet, { words: [first], hasArticle }: Piece): 'verb' | 'without' | 'too' | null {
  if (first && removals.has(first.text)) return 'verb'
  if (first?.text === 'sem' && lastAdded(sheet) === null) return 'without'
  return sheet.isRemoving && hasArticle ? 'too' : null
}

/** "e 1 água" behind "tira 1 lasanha", where the cart has one: it is taken out too. */
const isCountedToo = (
  sheet: Sheet,
  { words, quantity, isJoined, isMore, isAdded }: Piece,
  menu: ChatMenu,
): boolean =>
  sheet.isRemoving &&
  isJoined &&
  quantity !== null &&
  !isMore &&
  !isAdded &&
  isPlainName(words, menu) &&
  linesNamed(words, sheet, { menu, isExact: true }).some(({ draft }) => draft !== null)

/** "1 x-tudo sem cebola" is wanted, and not taken out. */
export const isPlainName = (words: readonly Word[], menu: ChatMenu): boolean => {
  const match = matchItem(words, menu)
  const meanings = match.type === 'none' ? [] : match.type === 'one' ? [match.meaning] : match.meanings
  return meanings.every(({ notes, options }) => notes.length === 0 && options.length === 0)
}

/** "todas", "esse". */
const pointing = /^(?:tod[ao]s?|ess[ea]s?|est[ea]s?|aquel[ea]s?)$/

/** What is taken out, without its article and its quantity. */
function targetOf(words: readonly Word[]): { readonly item: readonly Word[]; readonly own: number | null } {
  const begin = words.findIndex((word) => !isArticle(word) && !pointing.test(word.text))
  const named = words.slice(Math.max(0, begin)).filter(({ text }) => !pointing.test(text))
  const own = named[0] ? quantityIn(named[0]) : null
  return { item: own === null ? named : named.slice(1), own }
}

/** "tira a cebola do x-bacon", "tira metade das águas". Null: no line of the order is named behind it. */
function withoutPartOf(sheet: Sheet, item: readonly Word[], { menu, words }: Said): Sheet | null {
  const of = item.findIndex(({ text }, at) => at > 0 && /^d[ao]s?$/.test(text))
  const part = item.slice(0, of)
  const found = of === -1 ? [] : linesMeant(item.slice(of + 1), sheet, menu)
  const [only, ...others] = found
  if (!only || !part.some(isContent)) return null
  if (part.some(({ text }) => halves.has(text))) {
    const quantity = only.quantity / 2
    return others.length === 0 && Number.isInteger(quantity)
      ? changeOne(sheet, found, { change: { kind: 'remove', quantity }, words })
      : withUnknown(sheet, words)
  }
  return changeOne(sheet, found, { change: { kind: 'note', note: `sem ${rawText(part)}` }, words })
}

/** "tira o ovo" of the only item. */
function withoutPart(sheet: Sheet, item: readonly Word[], words: string): Sheet {
  const [only, ...others] = sheet.lines
  if (!only || others.length > 0) return withUnknown(sheet, words)
  return changeOne(sheet, [only], { change: { kind: 'note', note: `sem ${rawText(item)}` }, words })
}
