import { startsReference, wordsOf } from './address-words.ts'
import { districtKey } from './district-name.ts'

export interface Town {
  readonly city: string
  readonly state: string
}

/** Shorter names differ from each other by one letter too often. */
const minTypoLetters = 7

/**
 * The key of the known district that a name means: as written, in brackets, with the store's own town behind it, without
 * "da" and the like, or with one letter wrong. Null: none of them, or two; a fee is never guessed.
 *
 * @param known the districts' names by their keys
 */
export function knownDistrictKey(
  known: ReadonlyMap<string, string>,
  written: string,
  town: Town | null,
): string | null {
  const { whole, outside, inside } = readings(written, town)
  const find = (keys: readonly string[]) => keys.find((key) => known.has(key)) ?? null
  const found = find(whole)
  if (found !== null) return found
  const inBrackets = find(inside)
  const keys = [...whole, ...inside]
  if (inBrackets === null) return withoutLinks(known, keys) ?? withOneLetterWrong(known, keys)
  const other = find(outside)
  return other === null || known.get(other) === known.get(inBrackets) ? inBrackets : null
}

interface Readings {
  /** Keys of the text as a whole, or without a bracket that only says where. */
  readonly whole: readonly string[]
  readonly outside: readonly string[]
  /** Keys of what the bracket names: "Plano Piloto (Asa Norte)". */
  readonly inside: readonly string[]
}

function readings(written: string, town: Town | null): Readings {
  const inside = /\(([^()]+)\)/.exec(written)?.[1] ?? ''
  const outside = written.replaceAll(/\([^()]*\)/g, ' ')
  const saysWhere = inside !== '' && (startsReference(wordsOf(inside)) || isTown(inside, town))
  const whole = saysWhere ? [written, outside] : [written]
  const keys = (names: readonly string[]) => [...new Set(names.flatMap(keysOf))].filter(Boolean)
  return {
    whole: keys(whole.flatMap((name) => [name, ...withoutTown(name, town)])),
    outside: keys([outside]),
    inside: saysWhere ? [] : keys([inside]),
  }
}

/** "Bairro Eldorado" is Eldorado where no district has that whole name; "St. Antônio" is no Setor. */
function keysOf(name: string): readonly string[] {
  const key = districtKey(name)
  const saints = /^st\b/i.test(name.trim())
    ? ['santo', 'santa'].map((saint) => key.replace(/^setor/, saint))
    : []
  return [key, key.replace(/^bairro (?=.)/, ''), ...saints]
}

/** "Centro - Osasco", "Centro, Osasco/SP" and "centro osasco" in a store of Osasco. */
function withoutTown(written: string, town: Town | null): readonly string[] {
  if (town === null) return []
  const [first = '', ...others] = written.split(/[-–—,/()]+/)
  const apart = others.length > 0 && others.every((part) => isTown(part, town)) ? [first] : []
  const key = districtKey(written)
  const ends = [`${townKey(town)} ${town.state.toLowerCase()}`, townKey(town)]
  const joined = ends.flatMap((end) => (key.endsWith(` ${end}`) ? [key.slice(0, -end.length - 1)] : []))
  return [...apart, ...joined]
}

const townKey = ({ city }: Town): string => districtKey(city)

function isTown(text: string, town: Town | null): boolean {
  if (town === null) return false
  const words = wordsOf(text)
  const city = wordsOf(town.city)
  const state = town.state.toLowerCase()
  return (
    ['', 'brasil', state, city, `${city} ${state}`].includes(words) || districtKey(text) === townKey(town)
  )
}

/** "jd acacias" is "Jardim das Acácias" where no district has that whole name. */
function withoutLinks(known: ReadonlyMap<string, string>, keys: readonly string[]): string | null {
  const plain = new Set(keys.map(plainKey).filter((key) => key.length >= minTypoLetters))
  const found = new Map<string, string>()
  for (const [key, name] of known) if (plain.has(plainKey(key))) found.set(name, key)
  return found.size === 1 ? ([...found.values()][0] ?? null) : null
}

const plainKey = (key: string): string => key.replaceAll(/ (?:d[aeo]s?|e)(?= )/g, '')

function withOneLetterWrong(known: ReadonlyMap<string, string>, keys: readonly string[]): string | null {
  const found = new Map<string, string>()
  for (const [key, name] of known)
    if (key.length >= minTypoLetters && keys.some((written) => isOneLetterAway(written, key)))
      found.set(name, key)
  return found.size === 1 ? ([...found.values()][0] ?? null) : null
}

/** One letter more, less, other, or two turned around; never a figure, since Cohab 1 is not Cohab 2. */
export function isOneLetterAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  let tail = 0
  while (tail < Math.min(one.length, other.length) - from && one.at(-1 - tail) === other.at(-1 - tail))
    tail += 1
  const [ours, theirs] = [one.slice(from, one.length - tail), other.slice(from, other.length - tail)]
  if (/\d/.test(ours + theirs)) return false
  const turned = ours.length === 2 && ours === theirs.split('').toReversed().join('')
  return turned || (ours.length <= 1 && theirs.length <= 1)
}
