import { cleanText, clip } from './chat-text.rules.ts'
import { plain } from './plain.rules.ts'
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

/** The next part to ask for. A point on the map or a CEP replaces the district. Null: the address is complete. */
export function missingPart(address: DraftAddress): AddressPart | null {
  if (address.street === '') return 'street'
  if (address.number === '') return 'number'
  const placed = address.district !== '' || address.zipCode !== null || address.lat !== null
  return placed ? null : 'district'
}

const inside =
  /^(?:apto|apt|ap|apartamento|bloco|bl|casa|cs|fundos|sala|andar|torre|conjunto|cj|loja|lote|quadra|qd)\b/
const nearby = /^(?:perto|proximo|proxima|ref|referencia|em frente|ao lado|atras|esquina)\b/
const withoutNumber = /^(?:s n|sn|sem numero)$/
const streetWord =
  /^(?:rua|r|av|avenida|travessa|tv|alameda|al|praca|estrada|rodovia|rod|largo|viela|beco|servidao|via)\b/

/**
 * Adds the parts of an address in a text to what is known. "Rua das Flores, 10, apto 3, Centro" may come in one message
 * or in several. Null: the text has no part of an address.
 */
export function readAddress(text: string, known: DraftAddress): DraftAddress | null {
  const asked = missingPart(known)
  const zip = /(?<!\d)(\d{5})-?(\d{3})(?!\d)/.exec(text)
  const rest = cleanText(zip ? text.replace(zip[0], ' ') : text)
    // "Rua das Flores 10 apto 3" has no commas.
    .replaceAll(/\s+(?=(?:apto|apt|ap|apartamento|bloco|casa|fundos|bairro)\b)/gi, ', ')
  const parts = rest
    .split(/\s*[,;\n]\s*|\s+[-–—]\s+/)
    .map((part) => part.trim())
    .filter(Boolean)
  // A new street starts a new address.
  const another = known.street !== '' && streetWord.test(plain(parts[0] ?? ''))
  const base = another ? noAddress : known
  let address: DraftAddress = zip ? { ...base, zipCode: `${zip[1]}${zip[2]}` } : base
  for (const [index, part] of parts.entries()) address = withPart(address, part, index === 0 ? asked : null)
  return address === known ? null : address
}

function withPart(address: DraftAddress, part: string, asked: AddressPart | null): DraftAddress {
  const words = plain(part)
  if (words === '') return address
  if (/^(?:cep|endereco|entrega|entregar)$/.test(words)) return address
  if (/^bairro\b/.test(words)) return { ...address, district: short(part.replace(/^\S+\s*:?\s*/, '')) }
  if (inside.test(words)) return { ...address, complement: joined(address.complement, part) }
  if (nearby.test(words)) return { ...address, reference: short(part) }
  const number = numberOf(part)
  if (number !== null && address.number === '' && address.street !== '') return { ...address, number }
  if (address.street === '' || streetWord.test(words)) return withStreet(address, part)
  if (asked === 'district' || address.district === '') return { ...address, district: short(part) }
  return address.complement === null ? { ...address, complement: short(part) } : address
}

/** "Rua das Flores 10" gives both the street and the number. */
function withStreet(address: DraftAddress, part: string): DraftAddress {
  if (!/\p{L}{2}/u.test(part)) return address
  const both = /^(.*\p{L}.*?)\s+(?:n[º°o.]*\s*)?(\d{1,6}\s?[a-z]?|s\/?n)$/iu.exec(part)
  if (!both) return { ...address, street: short(part) }
  const number = numberOf(both[2] ?? '') ?? ''
  return { ...address, street: short(both[1] ?? ''), number: number === '' ? address.number : number }
}

function numberOf(part: string): string | null {
  const words = plain(part)
  if (withoutNumber.test(words)) return 'S/N'
  const digits = /^(?:n|no|numero|num)?\s*(\d{1,6}\s?[a-z]?)$/.exec(words)
  return digits ? (digits[1] ?? '').toUpperCase().replaceAll(' ', '') : null
}

const short = (text: string): string => clip(text.replaceAll('\n', ' ').trim(), 120)

const joined = (before: string | null, part: string): string =>
  clip(before === null ? short(part) : `${before}, ${short(part)}`, 200)

/** Whether a text looks like an address and not like an answer: words with a number, or a CEP. */
export const looksLikeAddress = (text: string): boolean =>
  /(?<!\d)\d{5}-?\d{3}(?!\d)/.test(text) ||
  streetWord.test(plain(text)) ||
  (/\p{L}{3}/u.test(text) && /\d/.test(text) && /[,\n]|\s[-–—]\s/.test(text.trim()))

export const addressLine = ({ street, number, complement, district, zipCode, lat }: DraftAddress): string =>
  [
    [street, number].filter(Boolean).join(', '),
    complement,
    district || (zipCode ? `CEP ${zipCode}` : lat === null ? null : 'ponto no mapa'),
  ]
    .filter(Boolean)
    .join(' – ')
