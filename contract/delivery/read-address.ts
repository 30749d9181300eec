import { stateCodes } from '../shared/brazil.ts'
import { folded } from '../shared/folded.ts'
import {
  isBuilding,
  isLook,
  isLot,
  isQuadraOrLote,
  mayBeLook,
  referenceIn,
  startsWithSector,
  startsWithStreet,
  wordsOf,
} from './address-words.ts'
import { numberAt, streetAndNumber, withoutNumber } from './house-number.ts'
import { cut, piecesOf, type Piece } from './address-pieces.ts'
import { zipCodeAt } from './zip-code-in.ts'

/** What words say of an address; empty: nothing. */
export interface AddressParts {
  readonly street: string
  /** `s/n` without one; `km 205` on a road. */
  readonly number: string
  readonly complement: string
  readonly district: string
  readonly reference: string
  /** Eight digits. */
  readonly zipCode: string
  readonly city: string
  readonly state: string
}

export const noAddressParts: AddressParts = {
  street: '',
  number: '',
  complement: '',
  district: '',
  reference: '',
  zipCode: '',
  city: '',
  state: '',
}

const maxPartLetters = 200

/**
 * Adds what a text says to what is known of an address, as Brazilians write one: "Rua A, Qd 12, Lt 5, Setor Sul",
 * "SQN 210 Bloco B Apto 302", "rua do sol 10 bairro centro perto da padaria". `city`: the store's own, which a line may
 * name after the district. Words without a place go into the complement, so that nobody's words are lost.
 */
export function readAddress(text: string, known: AddressParts = noAddressParts, city = ''): AddressParts {
  const zip = zipCodeAt(text)
  const pieces = piecesOf(zip ? zip.rest : text)
  const [first] = pieces
  // Another street is another address.
  const another = known.street !== '' && first !== undefined && startsWithStreet(first.text)
  const base = another ? noAddressParts : known
  const start = zip ? { ...base, zipCode: zip.zipCode } : base
  const { address, rest } = start.street === '' ? withStreet(start, pieces) : { address: start, rest: pieces }
  return withPlaces(withoutHouseNumber(rest.reduce(withPart, { address, names: [] }), pieces), city)
}

interface Rest {
  readonly address: AddressParts
  readonly rest: readonly Piece[]
}

/** "Condomínio Solar, Rua 2, casa 15": the street need not be first. */
function streetFirst(pieces: readonly Piece[]): readonly Piece[] {
  const [first] = pieces
  if (first === undefined || startsWithStreet(first.text) || startsWithSector(first.text)) return pieces
  const street = pieces.findIndex(
    ({ kind, text, joined }) => kind === 'text' && !joined && startsWithStreet(text),
  )
  return street === -1 ? pieces : [...pieces.slice(street), ...pieces.slice(0, street)]
}

function withStreet(address: AddressParts, given: readonly Piece[]): Rest {
  const pieces = streetFirst(given)
  const [first, ...others] = pieces
  if (first === undefined) return { address, rest: [] }
  if (first.kind === 'unit' && isLot(first.text)) return withGround(address, pieces)
  if (first.kind !== 'text' || !/\p{L}/u.test(first.text)) return { address, rest: pieces }
  const next = others[0]
  if (startsWithSector(next?.joined ? `${first.text} ${next.text}` : first.text))
    return withSector(address, first, others)
  const { street, number, rest } = streetAndNumber(first.text, isNameOnly(first.text, others))
  const more = rest === '' ? [] : cut(rest).map((piece) => ({ ...piece, joined: true }))
  return {
    address: { ...address, street: clipped(street), number: number || address.number },
    rest: [...more, ...others],
  }
}

/** The number is a piece of its own; or "Rua C 25 Qd 3 Lt 2" has none. */
function isNameOnly(street: string, others: readonly Piece[]): boolean {
  const [next] = others
  if (next?.kind === 'text' && !next.joined && numberAt(next.text) !== null) return true
  return hasLotIn(others) && /^\S+\s\S\s\d+$/.test(street)
}

const hasLotIn = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ kind, text }) => kind === 'unit' && isQuadraOrLote(text))

/** "Quadra 15 Lote 7" where the streets have no names. */
function withGround(address: AddressParts, pieces: readonly Piece[]): Rest {
  const end = pieces.findIndex(({ kind, text }) => kind !== 'unit' || !isLot(text))
  const ground = end === -1 ? pieces : pieces.slice(0, end)
  const street = ground
    .map(({ text, joined }, at) => (at === 0 ? text : `${joined ? ' ' : ', '}${text}`))
    .join('')
  return {
    address: { ...address, street: clipped(street), number: address.number || withoutNumber },
    rest: pieces.slice(ground.length),
  }
}

/** "SQN 210", "SHIS QI 11", "SCS Quadra 2". */
function withSector(address: AddressParts, first: Piece, others: readonly Piece[]): Rest {
  const [next, ...later] = others
  const named = !/\d/.test(first.text) && next?.kind === 'unit' && next.joined
  const marked = streetAndNumber(first.text, true)
  const street = named ? `${first.text} ${next.text}` : marked.street
  return {
    address: { ...address, street: clipped(street), number: marked.number || withoutNumber },
    rest: named ? later : others,
  }
}

interface Reading {
  readonly address: AddressParts
  /** What is a district, a city or neither. */
  readonly names: readonly string[]
}

const state = new RegExp(String.raw`^(?:${stateCodes.join('|')})$`, 'i')
const cityAndState = new RegExp(String.raw`^(.{3,}?)\s*[-/]\s*(${stateCodes.join('|')})\.?$`, 'i')

/** "São José SC". */
const cityThenState = new RegExp(String.raw`^(.{3,}?)\s+(${stateCodes.join('|')})$`)

/** A town with its state; without a sign between them only behind the district. */
const townIn = (part: string, { address, names }: Reading): RegExpExecArray | null =>
  cityAndState.exec(part) ?? (names.length > 0 || address.district !== '' ? cityThenState.exec(part) : null)

function withPart(reading: Reading, { kind, text }: Piece): Reading {
  const { address, names } = reading
  const part = text.replace(/[\s.:-]+$/, '')
  if (kind === 'reference') return { address: added(address, 'reference', referenceIn(part)), names }
  if (kind === 'unit') return { address: added(address, 'complement', part), names }
  if (kind === 'city') return { address: { ...address, city: clipped(part) }, names }
  if (kind === 'district') {
    const named = part.replace(/^\S+\s*:?\s*/, '')
    if (named === '') return reading
    // What is called a district goes before names that only may be one.
    const called = withText({ address: { ...address, district: '' }, names: [] }, named)
    return { address: called.address, names: [...called.names, ...names] }
  }
  return withText(reading, part)
}

function withText({ address, names }: Reading, part: string): Reading {
  const number = address.number === '' || address.number === withoutNumber ? numberAt(part) : null
  if (number) {
    const next = { address: { ...address, number: number.number }, names }
    return number.rest === '' ? next : cut(number.rest).reduce(withPart, next)
  }
  if (isBuilding(part) || isLook(part) || /^\(.*\)$/.test(part))
    return { address: added(address, 'complement', part), names }
  if (state.test(part)) return { address: { ...address, state: part.toUpperCase() }, names }
  const [, place = '', code = ''] = townIn(part, { address, names }) ?? []
  if (code !== '')
    return { address: { ...address, state: code.toUpperCase() }, names: [...names, ...centreAndCity(place)] }
  return { address, names: [...names, part] }
}

/** "Centro Osasco/SP": the one district that every town has. */
const centreAndCity = (place: string): readonly string[] => {
  const [, centre, city] = /^(centro)\s+(.+)$/i.exec(place) ?? []
  return centre && city ? [centre, city] : [place]
}

const added = (address: AddressParts, name: 'complement' | 'reference', text: string): AddressParts =>
  text === '' ? address : { ...address, [name]: clipped([address[name], text].filter(Boolean).join(', ')) }

/** Quadra and lote say which door, so nobody is asked for a number. */
function withoutHouseNumber({ address, names }: Reading, pieces: readonly Piece[]): Reading {
  if (!hasLotIn(pieces) || address.number !== '' || address.street === '') return { address, names }
  return { address: { ...address, number: withoutNumber }, names }
}

/** Names in their order: district, then city, which a state follows; in Brasília districts have the state too. */
function withPlaces(reading: Reading, city: string): AddressParts {
  const { address, names } = withoutLooks(reading)
  if (!endsWithCity({ address, names }, city)) return withDistrict(address, names)
  return withDistrict({ ...address, city: clipped(names.at(-1) ?? '') }, names.slice(0, -1))
}

/** What says how the house looks goes into the complement, where another name is the district. */
function withoutLooks({ address, names }: Reading): Reading {
  const places = names.filter((name) => wordsOf(name) !== 'brasil')
  const looks = places.filter(mayBeLook)
  const hasOther = address.district !== '' || places.some((name) => !mayBeLook(name) && !/\d/.test(name))
  return hasOther
    ? {
        address: looks.reduce((sum, look) => added(sum, 'complement', look), address),
        names: places.filter((name) => !looks.includes(name)),
      }
    : { address, names: places }
}

function endsWithCity({ address, names }: Reading, city: string): boolean {
  const last = folded(names.at(-1) ?? '')
  if (names.length === 0 || (address.city !== '' && folded(address.city) !== last)) return false
  if (last === folded(city) && (names.length > 1 || address.district !== '')) return true
  return address.state !== '' && (address.state !== 'DF' || last === 'brasilia')
}

function withDistrict(address: AddressParts, [district = '', ...others]: readonly string[]): AddressParts {
  const isNamed = address.district !== '' || district === ''
  const found = isNamed ? address : { ...address, district: clipped(district) }
  return (isNamed ? [district, ...others] : others).reduce(
    (sum, name) => added(sum, 'complement', name),
    found,
  )
}

const clipped = (text: string): string =>
  Array.from(text.replace(/[\s.]+$/, (end) => (end.startsWith('.') ? '.' : '')))
    .slice(0, maxPartLetters)
    .join('')
    .trim()
