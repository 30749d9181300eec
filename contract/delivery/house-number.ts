import { isRoadCode, isStreetWord, unitLength, wordsOf } from './address-words.ts'

/** As an order keeps it. */
export const withoutNumber = 's/n'

const marker = String.raw`(?:n\.?\s?[º°o]\.?|n\.|n|nro?\.?|n[uú]m(?:ero)?\.?|#):?`
const figure = String.raw`(?:\d{1,3}(?:\.\d{3})+|\d{1,6})(?:[-/][a-z0-9]{1,4}|\s?[a-df-np-z](?=\s|$)|\s?[EO](?=\s|$))?`
const none = String.raw`s\s?[/.]?\s?n\.?[º°o]?|sem\s+(?:n[uú]mero|n\.?[º°o]?)`
const whole = new RegExp(String.raw`^(?:${marker}\s*)?(${figure}|${none})(?=\s|$)\s*(.*)$`, 'iu')
const marked = new RegExp(String.raw`^(.*?\p{L}.*?)[\s.]+${marker}\s*(\d.*)$`, 'iu')
const kilometre = /^(?:no\s+)?km\.?\s*(\d+(?:[.,]\d+)?(?:\s?\+\s?\d+)?)(?=\s|$)\s*(.*)$/iu

export interface NumberAndRest {
  readonly number: string
  readonly rest: string
}

/** "nº 1.578 apto 3" is 1578 and the rest; null: the piece begins with no number of a house. */
export function numberAt(piece: string): NumberAndRest | null {
  const road = kilometre.exec(piece)
  if (road)
    return { number: `km ${(road[1] ?? '').replaceAll(' ', '').replace('.', ',')}`, rest: road[2] ?? '' }
  const found = whole.exec(piece)
  if (!found) return null
  const [, written = '', rest = ''] = found
  // "25 de Março" is the name of a street, "12 e 14" are two doors.
  if (/^d[aeo]s?\s+\p{L}/iu.test(rest)) return null
  return { number: plainNumber(written), rest }
}

function plainNumber(written: string): string {
  if (/^s/i.test(written)) return withoutNumber
  return written
    .replaceAll(/\s/g, '')
    .replaceAll(/\.(?=\d{3})/g, '')
    .toUpperCase()
}

export interface StreetAndNumber extends NumberAndRest {
  readonly street: string
}

/**
 * "Rua 12 nº 34 Setor Oeste" is the street, its number and the rest. `named`: the number follows in a piece of its own,
 * or there is none, so that a figure at the end belongs to the name.
 */
export function streetAndNumber(piece: string, named: boolean): StreetAndNumber {
  const alone = { street: piece, number: '', rest: '' }
  const explicit = marked.exec(piece)
  const after = explicit ? numberAt(explicit[2] ?? '') : null
  if (explicit && after) return { street: trimmed(explicit[1] ?? ''), ...after }
  if (named) return alone
  const words = piece.split(' ')
  for (let at = 1; at < words.length; at += 1) {
    const found = numberAt(words.slice(at).join(' '))
    if (!found || (found.number !== withoutNumber && isPartOfName(words, at))) continue
    // "Rua João 23 57": the first figure is the pope's.
    if (/^\d+(?:\s|$)/.test(found.rest) && unitLength(wordsOf(found.rest)) === 0) continue
    return { street: trimmed(words.slice(0, at).join(' ')), ...found }
  }
  return alone
}

/** "Rua 12", "Rodovia SP 350", "BR 101". */
function isPartOfName(words: readonly string[], at: number): boolean {
  if (/^km/i.test(words[at] ?? '')) return false
  const before = words[at - 1] ?? ''
  if (isStreetWord(before)) return true
  return isRoadCode(before) && (at === 1 || wordsOf(words[at - 2] ?? '').startsWith('rod'))
}

const trimmed = (text: string): string => text.replaceAll(/^[\s.:-]+|[\s:-]+$/g, '')
