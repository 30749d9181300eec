import { fitsGroups } from '../../asked-groups.rules.ts'
import type { ChatGroup, ChatMenu, DraftOption } from '../../chat-state.ts'
import { isSure, matchItem, optionNames, type Meaning } from '../match-item.rules.ts'
import { matchOptions } from '../match-options.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { likeness } from '../spelling/same-word.rules.ts'
import { linesNamed, replaceLine, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { adding, isSaid, plainly } from '../vocabulary.rules.ts'
import { menuWords, quantityIn, type Word } from '../words.rules.ts'
import { hasBeside } from './note-lines.rules.ts'
import { isContent } from './remove-lines.rules.ts'
import { replaceItem } from './replace-item.rules.ts'

/** "um dos x-salada sem cebola", "um deles grelhado", "um dos x-burger com bacon". Null: it is no part of one line. */
export function someOfLine(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const [first, ...rest] = piece.words
  if (piece.quantity === null) return null
  if (!/^(?:d[ao]s|del[ae]s)$/.test(first?.text ?? '')) return ofOneItem(sheet, piece.words, piece.quantity)
  const begin = rest.findIndex(
    ({ text, raw }) => !/^(?:pode|ser|faz|seria|vai|troca|muda)$/.test(text) && raw !== 'é',
  )
  const some = { quantity: piece.quantity, words: rest.slice(Math.max(0, begin)), menu }
  return someOther(sheet, some) ?? someNoted(sheet, some)
}

/** "num dos x-burger" behind what is wanted in it: "um dos x-burger com bacon". */
export const someFirst = (clause: readonly Word[]): readonly Word[] =>
  someBefore(clause) ?? someBehind(clause) ?? clause

/** "num deles põe banana". Null: it begins otherwise. */
function someBefore([first, of, verb, ...wish]: readonly Word[]): readonly Word[] | null {
  const isSome = /^numa?$/.test(first?.text ?? '') && /^del[ae]s$/.test(of?.text ?? '')
  if (!isSome || !first || !of || !adding.has(verb?.text ?? '')) return null
  return [{ ...first, text: '1' }, of, { text: 'com', raw: 'com' }, ...wish]
}

/** "bacon num dos x-burger", "bacon em um". Null: it ends otherwise. */
function someBehind(clause: readonly Word[]): readonly Word[] | null {
  const at = clause.findIndex(
    (word, index) =>
      /^numa?$/.test(word.text) || (quantityIn(word) !== null && clause[index - 1]?.text === 'em'),
  )
  const [count, ...some] = clause.slice(Math.max(0, at))
  const wanted = clause.slice(0, Math.max(0, at)).filter(isContent)
  if (!count || at < 1 || wanted.length === 0) return null
  const isBare = some.length === 0
  if (!isBare && !/^(?:d[ao]s|del[ae]s)$/.test(some[0]?.text ?? '')) return null
  const text = quantityIn(count) === null ? '1' : count.text
  const own = wanted[0]?.text === 'sem' ? wanted : [{ text: 'com', raw: 'com' }, ...wanted]
  return [{ ...count, text }, ...(isBare ? [{ text: 'deles', raw: '' }] : some), ...own]
}

/** "dois sem ovo, um normal" of an order that has one item only. Null: it has others, or the words say something else. */
function ofOneItem(sheet: Sheet, words: readonly Word[], quantity: number): Sheet | null {
  const items = new Set(sheet.lines.map(({ meanings }) => meanings[0]?.item))
  const rest = sheet.lines.findLast(({ draft, notes }) => draft && notes.join(', ') === (draft.notes ?? ''))
  if (items.size !== 1 || !rest || quantity > rest.quantity) return null
  const isLast = quantity === rest.quantity
  const { body, notes } = splitNotes(words, rest.meanings.flatMap(optionNames))
  if (body.some(isSaid) || (isLast && sheet.lines.length === 1)) return null
  if (notes.length === 0)
    return isLast && sheet.lines.length > 1 && words.some(({ text }) => plainly.has(text)) ? sheet : null
  const some: SheetLine = { ...rest, quantity, notes: [...rest.notes, ...notes] }
  const others = { ...rest, quantity: rest.quantity - quantity }
  return replaceLine(sheet, rest, isLast ? [some] : [some, others])
}

interface Some {
  readonly quantity: number
  /** Behind "dos". */
  readonly words: readonly Word[]
  readonly menu: ChatMenu
}

function someNoted(sheet: Sheet, { quantity, words, menu }: Some): Sheet | null {
  const { body, notes } = splitNotes(words, [])
  const target = body.filter((word) => isContent(word) && quantityIn(word) === null)
  const [line, ...others] = target.length === 0 ? sheet.lines : linesNamed(target, sheet, { menu })
  if (notes.length === 0 || !line || others.length > 0 || line.quantity <= quantity) return null
  // "um deles sem leite" of coffees with milk is another item.
  if (hasBeside(line, words)) return withUnknown(sheet, rawText(words))
  const some: SheetLine = { ...line, quantity, notes: [...line.notes, ...notes] }
  return replaceLine(sheet, line, [some, { ...line, quantity: line.quantity - quantity }])
}

/** Some of the only line of the cart that can have the options, or that has another item of its name. */
function someOther(sheet: Sheet, some: Some): Sheet | null {
  const able = sheet.lines.flatMap((line) => {
    const isPart = line.draft !== null && line.quantity > some.quantity
    return isPart ? (withOptions(sheet, line, some) ?? asOther(sheet, line, some) ?? []) : []
  })
  const [only, ...others] = able
  return only && others.length === 0 ? only : null
}

function withOptions(sheet: Sheet, line: SheetLine, { quantity, words }: Some): Sheet | null {
  const [only, ...others] = line.meanings
  if (!only || others.length > 0) return null
  const { options, left } = matchOptions(words, only.item)
  const name = menuWords(only.item)
  const isOwn = ({ text }: Word) => name.some((own) => likeness(text, own.text) !== null)
  if (options.length === 0 || left.some((word) => isSaid(word) && !isOwn(word))) return null
  // "com calabresa" of a pizza may be half of it.
  const isShared = only.item.groups.some((group) => group.min > 0 && group.max > 1 && has(group, options))
  const isInstead = words[0]?.text === 'de' || (isShared && words[0]?.text !== 'com')
  const all = together(only, { options, isInstead })
  if (!fitsGroups(only.item, all) || (isShared && !isInstead)) return null
  const part: SheetLine = { ...line, quantity, draft: null, meanings: [{ ...only, options: all }] }
  return replaceLine(sheet, line, [{ ...line, quantity: line.quantity - quantity }, part])
}

const has = ({ name }: ChatGroup, options: readonly DraftOption[]): boolean =>
  options.some(({ groupName }) => groupName === name)

/** The new ones take the place of the only choice of their group, and are added to toppings. */
function together(
  { item, options: old }: Meaning,
  { options, isInstead }: { readonly options: readonly DraftOption[]; readonly isInstead: boolean },
): readonly DraftOption[] {
  const replaced = item.groups.filter((group) => has(group, options) && (isInstead || group.max === 1))
  const isGone = ({ menuOptionId, groupName }: DraftOption) =>
    replaced.some(({ name }) => name === groupName) ||
    options.some((one) => one.menuOptionId === menuOptionId)
  return [...old.filter((one) => !isGone(one)), ...options]
}

/** "grelhado" of a temaki whose name it makes another one. */
function asOther(sheet: Sheet, line: SheetLine, { quantity, words, menu }: Some): Sheet | null {
  const [only, ...others] = line.meanings
  if (!only || others.length > 0) return null
  const own = menuWords(only.item)
  const named = matchItem(words, menu)
  if (named.type === 'one' && isSure(named.meaning) && named.meaning.item.categoryId === only.item.categoryId)
    return named.meaning.item === only.item
      ? null
      : replaceItem(sheet, line, { words, quantity, of: quantity, menu })
  const said = words.filter(({ text }) => !own.some((word) => likeness(text, word.text) !== null))
  const [whole, match] = [
    [...own, ...said],
    [...own.slice(0, 1), ...said],
  ]
    .map((all) => [all, matchItem(all, menu)] as const)
    .find(([, one]) => one.type === 'one' && one.meaning.isExact && one.meaning.isWhole) ?? [[], null]
  if (!said.some(isSaid) || match?.type !== 'one') return null
  const { item } = match.meaning
  return item !== only.item && item.categoryId === only.item.categoryId
    ? replaceItem(sheet, line, { words: whole, quantity, of: quantity, menu })
    : null
}
