import type { Transaction } from 'kysely'
import type { BulkAction, BulkKind } from '../../../contract/bulk/bulk.ts'
import type { Caller } from '../../calls/caller.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { MenuSource, PlaceOfMenus } from '../../menu/menu.ts'
import type { OfferedFacets } from '../../marketplaces/marketplace.ts'

export interface PartCall {
  readonly storeId: string
  readonly caller: Pick<Caller, 'uid' | 'name'>
  readonly now: Date
  /** The id of the act: all its entries in the history carry it. */
  readonly requestId: string
  /** When the act was asked for. */
  readonly askedAt: Date
  /** The menu that an act takes from another store; null: none, or it is being undone. */
  readonly source: MenuSource | null
}

/**
 * `words`: a whole pt-BR sentence. `readBack`: what the store has afterwards, a sentence that a rehearsal leaves out. `kept`: JSON
 * that undo reads.
 */
export type Outcome =
  | { readonly state: 'same'; readonly words: string }
  | { readonly state: 'done'; readonly words: string; readonly readBack?: string; readonly kept: unknown }

export type ActionOf<K extends BulkKind> = Extract<BulkAction, { kind: K }>

/** Null: a rehearsal, which makes none. */
type MadeFile = { readonly name: string; readonly type: string; readonly bytes: Buffer } | null

/** What kinds bring from outside the store's own rows. */
interface Prepared {
  readonly invite: { readonly invitationId: string }
  readonly export: MadeFile
  readonly menu: readonly PlaceOfMenus[]
}
type PreparedOf<K extends BulkKind> = K extends keyof Prepared ? Prepared[K] : null

/** What one store does of an act. All throw AppError where the call for one store would refuse. */
export interface Kind<K extends BulkKind> {
  /** A marketplace without it is named to the person; null: no marketplace is concerned. */
  readonly facet: keyof OfferedFacets | null
  /** Before the store's transaction. A second run after a kill finds what the first one did. */
  readonly prepare?: (deps: Deps, call: PartCall, action: ActionOf<K>) => Promise<PreparedOf<K>>
  /** The same for the rehearsal: looks, and changes nothing. */
  readonly foresee?: (deps: Deps, call: PartCall, action: ActionOf<K>) => Promise<PreparedOf<K>>
  readonly apply: (
    tx: Transaction<Cell>,
    call: PartCall,
    action: ActionOf<K>,
    prepared: PreparedOf<K>,
  ) => Promise<Outcome>
  /** What `prepare` did is undone first. */
  readonly takeBack?: (deps: Deps, call: PartCall, kept: unknown) => Promise<void>
  readonly undo: (tx: Transaction<Cell>, call: PartCall, kept: unknown) => Promise<void>
}
