import { isRecord } from '../sanitise/is-record.ts'
import { saysSomething, wordsIn } from '../sanitise/words-in.ts'

/** How a field of an item is looked at: as a text or an amount that is shown, a list of parts, or not at all. */
type Field = 'text' | 'number' | 'parts' | 'code'
type Fields = Readonly<Record<string, Field>>

const customizationFields: Fields = {
  name: 'text',
  groupName: 'text',
  quantity: 'number',
  unitPrice: 'number',
  // These follow from the others, or repeat what the item's total says.
  addition: 'number',
  price: 'number',
  // Programs read these; a person has nothing to do with them.
  id: 'code',
  uniqueId: 'code',
  index: 'code',
  externalCode: 'code',
  ean: 'code',
  unit: 'code',
  type: 'code',
  imageUrl: 'code',
}
const optionFields: Fields = { ...customizationFields, customizations: 'parts', customization: 'parts' }
const { groupName: _groupName, ...ofAnyPart } = customizationFields
const itemFields: Fields = {
  ...ofAnyPart,
  observations: 'text',
  optionsPrice: 'number',
  totalPrice: 'number',
  options: 'parts',
}
/** The fields of each level: items, options and suboptions. */
const levels: readonly Fields[] = [itemFields, optionFields, customizationFields]

/**
 * Every text and every list inside the items of iFood's order that no field of ours takes, as a line of pt-BR with the
 * part it belongs to: the kitchen may need it. Empty: all of it is shown.
 */
export const notUnderstood = (items: unknown): readonly string[] =>
  ofParts(items, { level: 0, path: '', field: 'items' })

interface Place {
  readonly level: number
  /** The names of the parts that it is in. */
  readonly path: string
  /** The field that holds it. */
  readonly field: string
}

function ofParts(parts: unknown, at: Place): readonly string[] {
  if (!Array.isArray(parts)) return lineOf(parts, at)
  return parts.flatMap((part: unknown) => (isRecord(part) ? ofPart(part, at) : lineOf(part, at)))
}

function ofPart(part: Readonly<Record<string, unknown>>, { level, path }: Place): readonly string[] {
  const fields = new Map(Object.entries(levels[level] ?? {}))
  const own = typeof part.name === 'string' ? part.name.trim() : ''
  const inner = [path, own].filter((name) => name !== '').join(', ')
  return Object.entries(part).flatMap(([field, value]) => {
    const kind = fields.get(field)
    if (kind === 'parts') return ofParts(value, { level: level + 1, path: inner, field })
    if (kind !== undefined && isOfKind(kind, value)) return []
    return lineOf(value, { level, path: inner, field })
  })
}

const isOfKind = (kind: Field, value: unknown): boolean =>
  kind === 'number'
    ? typeof value === 'number' || (typeof value === 'string' && !/\p{L}/u.test(value))
    : typeof value === 'string' || typeof value === 'number'

function lineOf(value: unknown, { path, field }: Place): readonly string[] {
  if (!saysSomething(value)) return []
  const words = wordsIn(value).join(', ')
  return [[path === '' ? '' : `${path}:`, words, `(${field})`].filter((part) => part !== '').join(' ')]
}
