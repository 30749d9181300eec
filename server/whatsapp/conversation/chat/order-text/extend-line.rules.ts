import type { ChatMenu } from '../chat-state.ts'
import { isNoChoice, isSure, matchItem, optionNames, type Match, type Meaning } from './match-item.rules.ts'
import { atPrice } from './match-told.rules.ts'
import type { Piece } from './pieces.rules.ts'
import { lineOf, replaceLine, withUnknown, type Sheet, type SheetLine } from './sheet.rules.ts'
import { rawText, splitNotes } from './split-notes.rules.ts'
import { halves, isSaid } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

export interface PieceMatch {
  readonly piece: Piece
  /** What the piece means alone. */
  readonly match: Match
  readonly menu: ChatMenu
}

/**
 * Words without a quantity can belong to the line before them: a note, an option, or the rest of its name. Null: they do
 * not.
 */
export function extendLine(
  sheet: Sheet,
  before: SheetLine,
  { piece, match, menu }: PieceMatch,
): Sheet | null {
  const { words, isJoined, isAdded } = piece
  const { body, notes: wishes } = splitNotes(words, before.meanings.flatMap(optionNames))
  const notes = wishes.filter((note) => !before.meanings.some(({ item }) => isNoChoice(note, item)))
  if (wishes.length > 0 && !body.some(isSaid))
    return replaceLine(sheet, before, [{ ...before, notes: [...before.notes, ...notes] }])
  const first = words[0]?.text ?? ''
  if (isJoined && !isAdded && !anotherWish.test(first) && endsWithout(before))
    return withMoreOut(sheet, before, { words, menu })
  if (match.type === 'one' && isSure(match.meaning)) return null
  const whole = completed(sheet, before, { words, menu, isAdded: isAdded || first === 'borda' })
  return whole && !isJoined ? (oneEach(whole, sheet, before) ?? whole) : whole
}

/** "3 açaís: granola, banana, morango" may be one of each, and three with all of them. Null: it is neither. */
function oneEach({ lines }: Sheet, sheet: Sheet, before: SheetLine): Sheet | null {
  const [now] = lines[sheet.lines.indexOf(before)]?.meanings ?? []
  if (!now || before.quantity < 2 || now.options.length !== before.quantity) return null
  if (before.words.some(({ text }) => text === 'com')) return null
  const names = now.options.map(({ name }) => name).join(', ')
  return withUnknown(
    replaceLine(sheet, before, [{ ...before, meanings: before.meanings.map(withoutOptions) }]),
    names,
  )
}

/** What is not left out too: "sem ovo e borda de catupiry", "sem ovo e os outros 2 normal". */
const anotherWish = /^(?:com|sem|borda|outr[ao]s?|resto)$/

const endsWithout = ({ notes }: SheetLine): boolean => /^(?:sem|menos) /.test(notes.at(-1) ?? '')

interface Added {
  readonly words: readonly Word[]
  /** A verb wants it in addition: it is no part of what is left out. */
  readonly isAdded?: boolean
  readonly menu: ChatMenu
}

/** "sem cebola" and then "e alface", or "e alface com borda de cheddar". Null: it names an item, or no option. */
function withMoreOut(sheet: Sheet, line: SheetLine, { words, menu }: Added): Sheet | null {
  const end = words.findIndex(({ text }) => text === 'com')
  const out = end === -1 ? words : words.slice(0, end)
  if (hasName(matchItem(out, menu))) return null
  const note = `${line.notes.at(-1) ?? ''} e ${rawText(out)}`
  const said = [...line.words, { text: 'e', raw: 'e' }, ...out]
  const without: SheetLine = { ...line, words: said, notes: [...line.notes.slice(0, -1), note] }
  const next = replaceLine(sheet, line, [without])
  return end === -1 ? next : completed(next, without, { words: words.slice(end), menu })
}

function hasName(match: Match): boolean {
  if (match.type === 'none') return false
  if (match.type === 'near') return true
  return match.type === 'one' ? match.meaning.named > 0 : match.meanings.some(({ named }) => named > 0)
}

/** The line before with these words in its name or its options. */
function completed(sheet: Sheet, before: SheetLine, { words, menu, isAdded }: Added): Sheet | null {
  const without = before.words.findIndex(({ text }) => text === 'sem')
  const end = isAdded && without !== -1 ? without : before.words.length
  const joined = [
    ...before.words.slice(0, end),
    { text: 'e', raw: 'e' },
    ...words,
    ...before.words.slice(end),
  ]
  const match = matchItem(joined, menu)
  const whole = match.type === 'one' ? match : (atPrice(joined, menu) ?? match)
  // "meia calabresa, meia mussarela": of which pizza is still open.
  if (whole.type === 'several' && isHalf(words) && before.words.some(({ text }) => halves.has(text)))
    return replaceLine(sheet, before, [lineOf(joined, before.quantity, whole)])
  if (whole.type !== 'one' || !isMoreOf(whole.meaning, before)) return null
  // Two pizzas of two kinds: halves, or one of each?
  if (before.quantity > 1 && choosesSeveral(whole.meaning))
    return replaceLine(sheet, before, [{ ...before, meanings: before.meanings.map(withoutOptions) }])
  const notes = [...new Set([...before.notes, ...whole.meaning.notes])]
  return replaceLine(sheet, before, [{ ...lineOf(joined, before.quantity, whole), notes }])
}

const isHalf = ([first]: readonly Word[]): boolean => halves.has(first?.text ?? '')

const isMoreOf = (whole: Meaning, { meanings: [only] }: SheetLine): boolean =>
  only === undefined ||
  whole.item !== only.item ||
  whole.named > only.named ||
  whole.options.length > only.options.length

const choosesSeveral = ({ item, options }: Meaning): boolean =>
  item.groups.some(
    ({ name, min, max }) =>
      min > 0 && max > 1 && options.filter(({ groupName }) => groupName === name).length > 1,
  )

const withoutOptions = (meaning: Meaning): Meaning => ({ ...meaning, options: [] })
