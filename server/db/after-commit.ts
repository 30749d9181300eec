import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.generated.ts'

/** The queues that the worker sleeps on. */
export type WokenQueue = 'inbox' | 'outbox' | 'mail'

/** What a commit changed, for the parts of this process that wait for it. */
export interface Committed {
  /** Events entered the live stream. */
  readonly live: boolean
  readonly queues: ReadonlySet<WokenQueue>
  /** Stores whose print agents have something to fetch. */
  readonly printing: ReadonlySet<string>
}

export type CommitNote = 'live' | { readonly queue: WokenQueue } | { readonly printing: string }

interface Notes {
  live: boolean
  readonly queues: Set<WokenQueue>
  readonly printing: Set<string>
}

const notesOf = new WeakMap<object, Notes>()
const listeners = new WeakMap<Kysely<DB>, (committed: Committed) => void>()

/** One listener a database: the process announces, wakes and rings in it. */
export function onCommit(db: Kysely<DB>, listener: (committed: Committed) => void): void {
  listeners.set(db, listener)
}

/**
 * The functions that write events, effects, mails and tickets call this, so that no caller can forget to tell the
 * rest of the process. A rollback forgets the note.
 */
export function afterCommit(tx: Transaction<DB>, note: CommitNote): void {
  const notes = notesOf.get(tx)
  if (!notes) throw new Error('afterCommit: begin the transaction with withStoreScope or inTransaction')
  add(notes, note)
}

/** For a statement that is a transaction of its own. */
export function committed(db: Kysely<DB>, ...notes: readonly CommitNote[]): void {
  const all = empty()
  for (const note of notes) add(all, note)
  listeners.get(db)?.(all)
}

/** Runs the work with a place for its notes, and delivers them when `transaction` has committed. */
export async function collectingNotes<T>(
  db: Kysely<DB>,
  transaction: (collect: (tx: Transaction<DB>) => void) => Promise<T>,
): Promise<T> {
  const notes = empty()
  const result = await transaction((tx) => notesOf.set(tx, notes))
  if (notes.live || notes.queues.size > 0 || notes.printing.size > 0) listeners.get(db)?.(notes)
  return result
}

const empty = (): Notes => ({ live: false, queues: new Set(), printing: new Set() })

function add(notes: Notes, note: CommitNote): void {
  if (note === 'live') notes.live = true
  else if ('queue' in note) notes.queues.add(note.queue)
  else notes.printing.add(note.printing)
}
