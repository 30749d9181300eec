/** What a form of the settings holds: each field as it is typed. */
export type DraftValues = Readonly<Record<string, string>>

/** How the owner reads a field. */
export interface FieldWords {
  readonly label: string
  /** Written once behind both values: `25 → 30 min`. */
  readonly unit?: string
  /** The value in words; default: as typed. */
  readonly show?: (text: string) => string
}
export type DraftWords<V extends DraftValues> = Readonly<Record<keyof V & string, FieldWords>>

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
    .map((name) => ({ name, text: changeText(words[name], before[name] ?? '', after[name] ?? '') }))
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
      theirs: valueText(words[name], saved[name] ?? ''),
      mine: valueText(words[name], mine[name] ?? ''),
    }))
  return { values, conflicts }
}

const namesOf = <V extends DraftValues>(words: DraftWords<V>) =>
  Object.keys(words) as readonly (keyof V & string)[]

function changeText(field: FieldWords, from: string, to: string): string {
  const short = field.unit !== undefined && from !== '' && to !== ''
  const old = short ? shown(field, from) : valueText(field, from)
  return `${field.label}: ${old} → ${valueText(field, to)}`
}

const shown = (field: FieldWords, text: string): string =>
  field.show?.(text) ?? (text === '' ? 'vazio' : text)

const valueText = (field: FieldWords, text: string): string =>
  field.unit === undefined || text === '' ? shown(field, text) : `${shown(field, text)}\u00a0${field.unit}`
