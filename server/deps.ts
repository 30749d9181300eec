import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Cells, Directory } from './db/tables.ts'
import type { Env } from './env.ts'

/**
 * What a room may use. Nothing else reads the clock, the environment or the network. A room that offers something to
 * the others adds it here beside its declaration (`declare module`), so that nothing below imports a room.
 */
export interface Deps {
  readonly env: Env
  /** People, their access and the look-ups. */
  readonly directory: Kysely<Directory>
  /** What stores own. */
  readonly cells: Cells
  readonly log: Logger
  now(): Date
}
