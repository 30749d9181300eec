import { writePart } from './docs/generated-part.ts'
import { roomsPart } from './docs/rooms-part.ts'

/**
 * Writes the tables of rooms in ARCHITECTURE.md from the tree; what each room holds is written there by hand. The check
 * `docs` fails when the tables are stale, or when a row is empty.
 */
writePart(roomsPart)
