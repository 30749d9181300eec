import type { ChatMenu } from '../chat-state.ts'
import { matchItem, type Match, type Meaning } from './match-item.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import type { Piece } from './pieces.rules.ts'
import { lastAdded, replaceLine, withLine, withUnknown, type Sheet, type SheetLine } from './sheet.rules.ts'
import { rawText, splitNotes } from './split-notes.rules.ts'
import { counting, halves, linking } from './vocabulary.rules.ts'
import { menuWords, type Word } from './words.rules.ts'

/** Adds what a piece orders, or says what the line before it is like. */
export function addPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet {
  const before = lastAdded(sheet)
  const continued =
    before &&
    (piece.quantity === null
      ? extended(sheet, before, { piece, menu })
      : parted(sheet, before, { piece, menu }))
  if (continued) return continued
  if (isOfCart(sheet, piece)) return withUnknown(sheet, rawText(piece.words))
  const match = matchOf(piece, menu)
  const words = [piece.quantity === null ? '' : String(piece.quantity), rawText(piece.words)]
    .filter(Boolean)
    .join(' ')
  if (match.type === 'none')
    return withUnknown(sheet, piece.words.length === 0 && piece.quantity === null ? '' : words)
  const line = lineOf(piece.words, piece.quantity ?? 1, match)
  return isByPieces(line) ? withUnknown(sheet, words) : withLine(sheet, line)
}

/** "20 hot roll" of a portion with 10: twenty pieces or twenty portions? */
const isByPieces = ({ quantity, meanings: [only] }: SheetLine): boolean => {
  const [, count] = /[([]\s*(\d+)\s*(?:un|und|unidades|pecas|peças|pçs)\b/iu.exec(only?.item.name ?? '') ?? []
  return count !== undefined && quantity >= Number(count)
}

/** "uma das cocas": one that is in the cart already. */
const isOfCart = ({ lines }: Sheet, { quantity, words: [first] }: Piece): boolean =>
  quantity !== null && lines.length > 0 && (first?.text === 'das' || first?.text === 'dos')

/** "2x salada" may be two of "X-Salada". */
function matchOf({ words, isTimes }: Piece, menu: ChatMenu): Match {
  const [first, ...rest] = words
  if (isTimes && first) {
    const asCheese = matchItem([{ ...first, text: `x${first.text}` }, ...rest], menu)
    if (asCheese.type === 'one' && asCheese.meaning.isExact) return asCheese
  }
  return matchItem(words, menu)
}

const lineOf = (
  words: readonly Word[],
  quantity: number,
  match: Exclude<Match, { type: 'none' }>,
): SheetLine => ({
  ...{ quantity, words, draft: null, replaces: null, isNear: match.type === 'near' },
  meanings: match.type === 'one' ? [match.meaning] : match.meanings,
  notes: match.type === 'one' ? match.meaning.notes : (match.meanings[0]?.notes ?? []),
})

interface Context {
  readonly piece: Piece
  readonly menu: ChatMenu
}

/** Words without a quantity can belong to the line before: a note, an option, or the rest of its name. */
function extended(
  sheet: Sheet,
  before: SheetLine,
  { piece: { words, isJoined }, menu }: Context,
): Sheet | null {
  const { body, notes } = splitNotes(words, optionNames(before))
  if (body.filter(isSaid).length === 0 && notes.length > 0)
    return replaceLine(sheet, before, [withNotes(before, notes)])
  const match = matchItem(words, menu)
  const lastNote = before.notes.at(-1)
  const isItem = match.type !== 'none' && (match.type === 'near' || matchedByName(match))
  if (isJoined && lastNote?.startsWith('sem ') && words[0]?.text !== 'com')
    return isItem
      ? null
      : replaceLine(sheet, before, [
          { ...before, notes: [...before.notes.slice(0, -1), `${lastNote} e ${rawText(words)}`] },
        ])
  if (match.type === 'one' && isSure(match.meaning)) return null
  const joined = [...before.words, { text: 'e', raw: 'e' }, ...words]
  const whole = matchItem(joined, menu)
  // "meia calabresa, meia mussarela": of which pizza is still open.
  if (
    whole.type === 'several' &&
    halves.has(words[0]?.text ?? '') &&
    before.words.some(({ text }) => halves.has(text))
  )
    return replaceLine(sheet, before, [lineOf(joined, before.quantity, whole)])
  if (whole.type === 'one' && isMoreOf(whole.meaning, before)) {
    // Two pizzas of two kinds: halves, or one of each?
    if (before.quantity > 1 && choosesRequired(whole.meaning))
      return replaceLine(sheet, before, [{ ...before, meanings: before.meanings.map(withoutOptions) }])
    return replaceLine(sheet, before, [
      {
        ...lineOf([...before.words, ...words], before.quantity, whole),
        notes: [...new Set([...before.notes, ...whole.meaning.notes])],
      },
    ])
  }
  return null
}

/** In which "mal passado" is no wish. */
const optionNames = ({ meanings }: SheetLine): readonly (readonly Word[])[] =>
  meanings.flatMap(({ item }) => item.groups.flatMap(({ options }) => options.map(menuWords)))

const isSure = ({ isWhole, isExact, named }: Meaning): boolean => isWhole && isExact && named > 0

const isSaid = ({ text }: Word): boolean => !linking.has(text) && !counting.has(text)

const matchedByName = (match: Exclude<Match, { type: 'none' }>): boolean =>
  (match.type === 'one' ? [match.meaning] : match.meanings).some(({ named }) => named > 0)

const isMoreOf = (whole: Meaning, { meanings: [only] }: SheetLine): boolean =>
  only === undefined ||
  whole.item !== only.item ||
  whole.named > only.named ||
  whole.options.length > only.options.length

const choosesRequired = ({ item, options }: Meaning): boolean =>
  item.groups.some(
    ({ name, min, max }) =>
      min > 0 && max > 1 && options.filter(({ groupName }) => groupName === name).length > 1,
  )

const withoutOptions = (meaning: Meaning): Meaning => ({ ...meaning, options: [] })

const withNotes = (line: SheetLine, notes: readonly string[]): SheetLine => ({
  ...line,
  notes: [...line.notes, ...notes],
})

/** "um sem cebola", "uma de mussarela e outra de calabresa", "5 de queijo": some of the line before, or more of its kind. */
function parted(sheet: Sheet, header: SheetLine, { piece, menu }: Context): Sheet | null {
  const quantity = piece.quantity ?? 1
  const own = matchOf(piece, menu)
  if (own.type === 'one' && isSure(own.meaning)) return null
  const words = piece.words.filter(({ text }) => !counting.has(text))
  const { body, notes } = splitNotes(words, optionNames(header))
  if (body.filter(isSaid).length === 0 && notes.length > 0) {
    if (header.quantity < quantity || header.meanings.length !== 1)
      return withUnknown(sheet, rawText(piece.words))
    return withPart(sheet, header, { ...header, quantity, notes: [...header.notes, ...notes] })
  }
  const [only] = header.meanings
  if (only && header.meanings.length === 1) {
    const { options, left } = matchOptions(body, only.item)
    if (options.length > 0 && left.every((word) => !isSaid(word))) {
      const part = {
        ...header,
        quantity,
        notes: [...header.notes, ...notes],
        meanings: [{ ...only, options: [...options] }],
      }
      return only.options.length > 0
        ? withLine(sheet, { ...part, notes })
        : header.quantity < quantity
          ? null
          : withPart(sheet, header, part)
    }
  }
  const kind = matchItem([...header.words, ...words], {
    ...menu,
    items: header.meanings.length > 1 ? header.meanings.map(({ item }) => item) : menu.items,
  })
  if (header.meanings.length > 1 && header.quantity >= quantity && kind.type === 'one')
    return withPart(sheet, header, lineOf(words, quantity, kind))
  return words[0]?.text === 'de' ? ofItsKind(sheet, header, { words, quantity, menu }) : null
}

/** "5 esfihas de carne e 5 de queijo": the first word of the line before counts for this one too. */
function ofItsKind(
  sheet: Sheet,
  header: SheetLine,
  {
    words,
    quantity,
    menu,
  }: { readonly words: readonly Word[]; readonly quantity: number; readonly menu: ChatMenu },
): Sheet | null {
  const end = header.words.findIndex(({ text }) => text === 'de')
  const head = header.words.slice(0, end === -1 ? 1 : end)
  const match = matchItem([...head, ...words], menu)
  return match.type === 'one' ? withLine(sheet, lineOf([...head, ...words], quantity, match)) : null
}

/** The part stands before the rest of its line. */
const withPart = (sheet: Sheet, header: SheetLine, part: SheetLine): Sheet =>
  replaceLine(
    sheet,
    header,
    header.quantity === part.quantity
      ? [part]
      : [part, { ...header, quantity: header.quantity - part.quantity }],
  )
