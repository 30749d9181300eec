import { phoneBeginnings } from '../../../contract/shared/phones.ts'

/** A prefix as a half-open range of texts. */
interface TextRange {
  readonly low: string
  readonly high: string
}

/** Possible interpretations of the search text. */
export interface SearchText {
  /** Exact order numbers: as typed, and without the code of a store in front, as in `BC-31`. */
  readonly numbers: readonly string[]
  /** Beginning of a phone number, if the text is only digits. */
  readonly phones: readonly TextRange[]
  /** Part of a name or an item, if the text has letters. */
  readonly words: string | null
}

/** "0xx11" is how old cards write the area code. */
const phoneLike = /^[(\s]*(?:0\s?xx)?[\d\s()+.-]+$/i
const storeCode = /^[\p{L}\p{N}]{2,4}-(?=.)/u
/** Fewer digits can only be an order number. */
const minPhoneDigits = 4
/** With the country, the trunk zero and an operator: +55 015 11 98765-4321. */
const maxPhoneDigits = 16
const minLetters = 2

export function searchText(typed: string): SearchText {
  const number = typed.replace(/^#/, '').trim()
  const digits = number.replaceAll(/\D/g, '')
  const isPhone = phoneLike.test(number) && digits.length >= minPhoneDigits && digits.length <= maxPhoneDigits
  const words = /\p{Letter}/u.test(typed) && typed.length >= minLetters ? typed : null
  const plain = number.replace(storeCode, '')
  const numbers = plain === number ? [number] : [number, plain]
  return { numbers, phones: isPhone ? phonesBeginningWith(number) : [], words }
}

const phonesBeginningWith = (typed: string): readonly TextRange[] =>
  phoneBeginnings(typed).map((beginning) => ({
    low: `+${beginning}`,
    high: `+${(BigInt(beginning) + 1n).toString()}`,
  }))

/** Position of the last order of a page in the list's order. */
export interface HistoryPosition {
  readonly day: string
  /** Has microseconds like the database, unlike a Date. */
  readonly moment: string
  readonly id: string
}

const positionText =
  /^(\d{4}-\d{2}-\d{2}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const cursorOf = ({ day, moment, id }: HistoryPosition): string =>
  Buffer.from(`${day} ${moment} ${id}`).toString('base64url')

/** Null for an invalid cursor. */
export function positionOf(cursor: string): HistoryPosition | null {
  const [, day, moment, id] = positionText.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!day || !moment || !id) return null
  // The pattern allows invalid dates such as the 45th of a month, which the database would reject.
  if (!isDay(day) || !isDay(moment.slice(0, 10)) || Number.isNaN(Date.parse(moment))) return null
  return { day, moment, id }
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
