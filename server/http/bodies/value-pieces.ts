import { deserialize, serialize } from 'node:v8'

/** Bytes. An entry of a list may be larger, and is a piece of its own. */
const pieceBytes = 64 * 1024

/** Entries of a list that belong together, or a whole value: its key in the object, and how it was written (`v8`). */
export interface ValuePiece {
  readonly key: string
  readonly list: boolean
  readonly bytes: Uint8Array
}

/** An object in pieces that are each read in a moment; long lists right below the object are cut. */
export function* inPieces(value: unknown): Generator<ValuePiece> {
  for (const [key, field] of Object.entries(value as object)) {
    if (!Array.isArray(field)) {
      yield { key, list: false, bytes: serialize(field) }
      continue
    }
    if (field.length === 0) yield { key, list: true, bytes: serialize([]) }
    for (const entries of listPieces(field)) yield { key, list: true, bytes: serialize(entries) }
  }
}

function* listPieces(list: readonly unknown[]): Generator<readonly unknown[]> {
  let entries: unknown[] = []
  let size = 0
  for (const entry of list) {
    entries.push(entry)
    size += JSON.stringify(entry).length
    if (size < pieceBytes) continue
    yield entries
    entries = []
    size = 0
  }
  if (entries.length > 0) yield entries
}

/** Puts the pieces of one object together, in the order in which they were made. */
export class FromPieces {
  readonly #fields = new Map<string, unknown>()

  add({ key, list, bytes }: ValuePiece): void {
    const field: unknown = deserialize(bytes)
    const before = this.#fields.get(key)
    if (list && Array.isArray(before)) for (const entry of field as readonly unknown[]) before.push(entry)
    else this.#fields.set(key, field)
  }

  value(): object {
    return Object.fromEntries(this.#fields)
  }
}
