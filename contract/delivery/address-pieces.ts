import { districtLabel, startsReference, startsWithStreet, unitLength, wordsOf } from './address-words.ts'

const maxLetters = 500

type Kind = 'text' | 'unit' | 'reference' | 'district' | 'city'

export interface Piece {
  readonly kind: Kind
  readonly text: string
  /** Follows the text before it without a comma. */
  readonly joined: boolean
}

const leadIn =
  /^(?:(?:o |meu )?endere[cç]o(?: [eé])?|(?:pode |quero )?entreg(?:a|ar|ue)(?: aqui)? (?:n[ao]|em|para|pra)|(?:eu )?moro (?:n[ao]|em)|(?:fica|[eé]) n[ao]|end|logradouro)\s*[.:]?\s+(?=\S)/iu

/** Labels of a form that was copied: each begins a part of its own. "Rua: Rua A" has one word too many. */
const labels: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\p{L}\d])(?:rua|r|av|avenida)\s*:\s*(?=(?:rua|r|av|avenida|travessa|alameda|estrada|rodovia)[\s.])/giu,
    '',
  ],
  [/(?<![\p{L}\d])(rua|r|av|avenida)\s*:\s*/giu, '$1 '],
  [/(?<![\p{L}\d])(?:n|nº|n°|nro|num|n[uú]mero)\s*:\s*/giu, ' nº '],
  [/(?<![\p{L}\d])(?:b|bairro)\s*:\s*/giu, '\nbairro '],
  [/(?<![\p{L}\d])(?:cidade|munic[ií]pio)\s*:\s*/giu, '\ncidade: '],
  [/(?<![\p{L}\d])(?:complemento|compl)\s*\.?\s*:\s*/giu, '\ncomplemento: '],
  [/(?<![\p{L}\d])(?:uf|estado)\s*:\s*/giu, '\n'],
]

/** The parts of a text between commas, each cut where a word says that another part begins. */
export function piecesOf(text: string): readonly Piece[] {
  const line = text
    .slice(0, maxLetters)
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu, (sign) => (sign === '\n' ? '\n' : ' '))
    .replaceAll(/\bcep\b\s*:?/gi, ' ')
    // The comma of "km 22,5" separates nothing.
    .replaceAll(/(\bkm\.?\s*\d+),(?=\d)/gi, '$1.')
  return labels
    .reduce((sum, [label, plain]) => sum.replaceAll(label, plain), line)
    .split(/\s*[,;|\n]\s*|\s+[-–—]\s+/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .map((part, at) => (at === 0 ? part.replace(leadIn, '') : part))
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
    .flatMap((part) => labelled(part) ?? cut(part))
}

/** Null: no label says what the part is. */
function labelled(part: string): readonly Piece[] | null {
  const [, label, text] = /^(cidade|complemento): (.+)$/.exec(part) ?? []
  if (label === undefined || text === undefined) return null
  return [{ kind: label === 'cidade' ? 'city' : 'unit', text, joined: false }]
}

/** "10 apto 3 Centro perto da praça" has no commas: each part begins with its own word. */
export function cut(part: string): readonly Piece[] {
  const words = part.split(' ')
  const pieces: Piece[] = []
  let kind: Kind = 'text'
  let from = 0
  const close = (to: number) => {
    const text = words.slice(from, to).join(' ')
    if (text !== '') pieces.push({ kind, text, joined: from > 0 })
    from = to
  }
  for (let at = 0; at < words.length; at += 1) {
    const after = wordsOf(words.slice(at).join(' '))
    if (districtLabel.test(after)) {
      close(at)
      kind = 'district'
    } else if (kind !== 'reference' && startsReference(after)) {
      close(at)
      kind = 'reference'
    } else if (kind === 'text' && isUnitAt(words, at, after)) {
      close(at)
      const length = wordsIn(words.slice(at), unitLength(after))
      kind = 'unit'
      at += length
      close(at)
      kind = 'text'
      at -= 1
    }
  }
  close(words.length)
  return pieces
}

/** A unit is no unit after "da" (Rua da Torre 88) and behind the word of a street (Rua Quadra 15). */
function isUnitAt(words: readonly string[], at: number, after: string): boolean {
  if (unitLength(after) === 0) return false
  const before = wordsOf(words[at - 1] ?? '')
  return !/^(?:d[aeo]s?)$/.test(before) && !(at === 1 && startsWithStreet(before))
}

/** How many words of the text hold that many plain words; a bracket behind them belongs to them. */
function wordsIn(words: readonly string[], plainWords: number): number {
  let [count, length] = [0, 0]
  while (count < plainWords && length < words.length) {
    count += wordsOf(words[length] ?? '')
      .split(' ')
      .filter(Boolean).length
    length += 1
  }
  if (!words[length]?.startsWith('(')) return length
  const end = words.findIndex((word, at) => at >= length && word.endsWith(')'))
  return end === -1 ? length : end + 1
}
