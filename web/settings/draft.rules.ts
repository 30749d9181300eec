/** What a form of the settings holds: text as it is typed, boxes as they are ticked. */
export type DraftValues = Readonly<Record<string, string | boolean>>

/** How the owner reads a field. */
interface FieldWords<Value> {
  readonly label: string
  /** Written once behind both values: `25 → 30 min`. */
  readonly unit?: string
  /** The value in words; default: as typed. */
  readonly show?: (value: Value) => string
}
export type DraftWords<V extends DraftValues> = { readonly [Name in keyof V & string]: FieldWords<V[Name]> }

/** `Tempo de preparo: 25 → 30 min`. */
export interface Change {
  readonly name: string
  readonly text: string
}

/** A field that was changed here and, meanwhile, by somebody else. */
export interface Conflict {
  readonly name: string
  readonly label: string
  /** What somebody else saved. */
  readonly theirs: string
  /** What is typed here. */
  readonly mine: string
}

/** The fields that differ, in the order of the words. */
export function changesBetween<V extends DraftValues>(
  before: V,
  after: V,
  words: DraftWords<V>,
): readonly Change[] {
  return namesOf(words)
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, text: changeText(words[name], before[name], after[name]) }))
}

/**
 * Somebody saved other values while this form was open: untouched fields follow, typed ones stay, and those
 * changed on both sides are named.
 */
export function afterForeignSave<V extends DraftValues>(
  base: V,
  mine: V,
  saved: V,
  words: DraftWords<V>,
): { readonly values: V; readonly conflicts: readonly Conflict[] } {
  const names = namesOf(words)
  const touched = (name: keyof V & string) => mine[name] !== base[name]
  const values = { ...saved, ...Object.fromEntries(names.filter(touched).map((name) => [name, mine[name]])) }
  const conflicts = names
    .filter((name) => touched(name) && saved[name] !== base[name] && saved[name] !== mine[name])
    .map((name) => ({
      name,
      label: words[name].label,
      theirs: valueText(words[name], saved[name]),
      mine: valueText(words[name], mine[name]),
    }))
  return { values, conflicts }
}

const namesOf = <V extends DraftValues>(words: DraftWords<V>) =>
  Object.keys(words) as readonly (keyof V & string)[]

function changeText<Value extends string | boolean>(
  field: FieldWords<Value>,
  from: Value,
  to: Value,
): string {
  const short = field.unit !== undefined && from !== '' && to !== ''
  const old = short ? shown(field, from) : valueText(field, from)
  // The arrow does not end a line.
  return `${field.label}: ${old}${short ? '\u00a0' : ' '}→\u00a0${valueText(field, to)}`
}

const shown = <Value extends string | boolean>(field: FieldWords<Value>, value: Value): string =>
  field.show?.(value) ?? (value === '' ? 'vazio' : String(value))

const valueText = <Value extends string | boolean>(field: FieldWords<Value>, value: Value): string =>
  field.unit === undefined || value === '' ? shown(field, value) : `${shown(field, value)}\u00a0${field.unit}`
