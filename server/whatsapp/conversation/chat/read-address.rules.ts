import { startsWithSector, startsWithStreet } from '../../../../contract/delivery/address-words.ts'
import { readAddress as readParts, type AddressParts } from '../../../../contract/delivery/read-address.ts'
import { zipCodeIn } from '../../../../contract/delivery/zip-code-in.ts'
import type { DraftAddress } from './chat-state.ts'

export const noAddress: DraftAddress = {
  street: '',
  number: '',
  complement: null,
  reference: null,
  district: '',
  city: null,
  state: null,
  zipCode: null,
  lat: null,
  lng: null,
}

export type AddressPart = 'street' | 'number' | 'district'

/** What is still unknown; a point on the map or a CEP says where the district would. */
export function missingPart(address: DraftAddress): AddressPart | null {
  if (address.street === '') return 'street'
  if (address.number === '') return 'number'
  const placed = address.district !== '' || address.zipCode !== null || address.lat !== null
  return placed ? null : 'district'
}

/**
 * Adds what the words say to what is known: "Rua das Flores, 10, apto 3, Centro", in one message or in several.
 * `city`: the store's own, which a line may name after the district. Null: they say nothing of an address.
 */
export function readAddress(text: string, known: DraftAddress, city: string): DraftAddress | null {
  const before = partsOf(known)
  const parts = readParts(text, before, city)
  const had = new Map(Object.entries(before))
  if (Object.entries(parts).every(([name, part]) => had.get(name) === part)) return null
  // Another street is another place on the map.
  const another = before.street !== '' && parts.street !== before.street
  const { lat, lng } = another ? noAddress : known
  const orNull = (part: string) => (part === '' ? null : part)
  return {
    ...parts,
    complement: orNull(parts.complement),
    reference: orNull(parts.reference),
    zipCode: orNull(parts.zipCode),
    city: orNull(parts.city),
    state: orNull(parts.state),
    lat,
    lng,
  }
}

function partsOf(known: DraftAddress): AddressParts {
  const { street, number, complement, district, reference, zipCode, city, state } = known
  return {
    ...{ street, number, district },
    ...{ complement: complement ?? '', reference: reference ?? '' },
    ...{ zipCode: zipCode ?? '', city: city ?? '', state: state ?? '' },
  }
}

/** Looks like an address rather than like an answer: a street, a sector, words and a number, or a CEP. */
export const looksLikeAddress = (text: string): boolean =>
  zipCodeIn(text) !== null ||
  startsWithStreet(text) ||
  startsWithSector(text) ||
  (/\p{L}{3}/u.test(text) && /\d/.test(text) && /[,\n]|\s[-–—]\s/.test(text.trim()))

export const addressLine = ({ street, number, complement, district, zipCode, lat }: DraftAddress): string =>
  [
    [street, number].filter(Boolean).join(', '),
    complement,
    district || (zipCode ? `CEP ${zipCode}` : lat === null ? null : 'ponto no mapa'),
  ]
    .filter(Boolean)
    .join(' – ')
