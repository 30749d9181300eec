/** What one line says of an address; empty: nothing. */
export interface AddressParts {
  readonly street: string
  readonly number: string
  readonly complement: string
  readonly district: string
  readonly zipCode: string
}
const addressParts = ['street', 'number', 'complement', 'district', 'zipCode'] as const

const inside =
  /^(?:apto|apt|ap|apartamento|bloco|bl|casa|cs|fundos|sala|andar|torre|conjunto|conj|cj|loja|lote|lt|quadra|qd)\b/i
/** "apto 3 Centro": what follows the flat is the district. */
const insideThenMore = /^(\p{L}+\.?\s*(?:\S*\d\S*|\p{L}\b))\s+(\p{L}.+)$/u
const numberThenMore = /^(?:n[º°o.]*\s*|número\s+|numero\s+)?(\d{1,6}\s?[a-z]?|s\/?n)(?:\s+(.+))?$/iu
/** "Rua 7 de Setembro 45": a number before "de" is a date in the street's name. */
const streetThenNumber =
  /^(.*?\p{L}.*?)\s+(?:n[º°.]\s*)?(\d{1,6}[a-z]?|s\/?n)(?!\S|\s+d[eo]\s)(?:\s+(.+))?$/iu
const state = /^[a-z]{2}$/i

/** "Rua das Flores 120 apto 3, Vila Mariana", as a customer says it, with commas or without. */
export function readAddressLine(text: string): AddressParts {
  const zip = /(?<!\d)(\d{5})[-.]?(\d{3})(?!\d)/.exec(text)
  const line = (zip ? text.replace(zip[0], ', ') : text).slice(0, 200).replaceAll(/\bcep\b\s*:?/gi, ' ')
  const pieces = line
    .split(/\s*[,;\n]\s*|\s+[-–—]\s+/)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => /[\p{L}\d]/u.test(piece))
  const { street, number, others } = streetAndNumber(pieces)
  let [complement, district] = ['', '']
  for (const piece of others.flatMap(withoutFlat)) {
    const named = piece.replace(/^bairro\b\s*:?\s*/i, '')
    if (inside.test(piece)) complement = [complement, piece].filter(Boolean).join(', ')
    else if (district === '' && !state.test(named)) district = named
  }
  return { street, number, complement, district, zipCode: zip ? `${zip[1] ?? ''}-${zip[2] ?? ''}` : '' }
}

function streetAndNumber([first = '', ...others]: readonly string[]): {
  readonly street: string
  readonly number: string
  readonly others: readonly string[]
} {
  const [next = '', ...later] = others
  const apart = numberThenMore.exec(next)
  if (apart) {
    const [, number = '', more] = apart
    return { street: first, number: plainNumber(number), others: more ? [more, ...later] : later }
  }
  const both = streetThenNumber.exec(first)
  if (!both) return { street: first, number: '', others }
  const [, street = '', number = '', more] = both
  return { street, number: plainNumber(number), others: more ? [more, ...others] : others }
}

const plainNumber = (text: string): string =>
  text
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replace(/^S\/?N$/, 's/n')

const withoutFlat = (piece: string): readonly string[] => {
  const found = inside.test(piece) ? insideThenMore.exec(piece) : null
  return found ? [found[1] ?? '', found[2] ?? ''] : [piece]
}

/** Fills what is empty or what the line filled before; what a person wrote in a field stays. */
export function filledFrom(
  parts: AddressParts,
  fields: AddressParts,
  before: AddressParts,
): Partial<AddressParts> {
  const free = addressParts.filter((name) => fields[name].trim() === '' || fields[name] === before[name])
  return Object.fromEntries(free.map((name) => [name, parts[name]]))
}
