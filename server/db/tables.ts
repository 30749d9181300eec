import type { Kysely, Transaction } from 'kysely'
import type { DB } from './tables.generated.ts'

/**
 * The directory: people, their access, and the look-ups that say which store something belongs to. One database holds
 * it for all cells. No foreign key leads from here to a store's table or back (tables.db.test.ts).
 */
export const directoryTables = [
  'access_entries',
  'accountant_links',
  'action_links',
  'attributions',
  'terms_acceptances',
  'custom_tokens',
  'group_grant_answers',
  'group_grants',
  'group_menus',
  'group_slugs',
  'group_stores',
  'groups',
  'invitations',
  'known_devices',
  'menu_slugs',
  'merchant_reservations',
  'merchant_route_versions',
  'merchant_routes',
  'notification_choices',
  'old_menu_slugs',
  'phone_codes',
  'push_devices',
  'push_keys',
  'recovery_codes',
  'referral_codes',
  'referrals',
  'refusals',
  'sessions',
  'sign_in_attempts',
  'signing_keys',
  'store_places',
  'stray_events',
  'support_entries',
  'tutorial_progress',
  'users',
  'whatsapp_routes',
] as const satisfies readonly (keyof DB)[]

/** Every database has its own: what is written in the transaction of a person's act or of a store's. */
export const commonTables = [
  'audit_entries',
  'idempotency_keys',
  'leases',
  'mail_messages',
  'moved_stores',
  'write_probe',
] as const satisfies readonly (keyof DB)[]

type DirectoryTable = (typeof directoryTables)[number]
export type CommonTable = (typeof commonTables)[number]

export type Directory = Pick<DB, DirectoryTable | CommonTable>
/** What a store owns; every row names its store. */
export type Cell = Omit<DB, DirectoryTable>

/** What every database has. */
export type Common = Pick<DB, CommonTable>
export type CommonTransaction = Transaction<Common>
export type DirectoryTransaction = Transaction<Directory>
export type StoreTransaction = Transaction<Cell>

/** Stores of one call that live in the same cell. */
export interface StoresOfCell {
  readonly cell: Kysely<Cell>
  readonly storeIds: readonly string[]
}

/** Where stores live. On one machine one database is the directory and the only cell, and nothing is looked up. */
export interface Cells {
  of(storeId: string): Promise<Kysely<Cell>>
  /** The one database of all these stores; refused when they live in several. */
  ofAll(storeIds: readonly string[]): Promise<Kysely<Cell>>
  /** The stores by their cells; without stores one part, which is empty. */
  parts(storeIds: readonly string[]): Promise<readonly StoresOfCell[]>
  readonly all: readonly Kysely<Cell>[]
  /** Of `all`, one by one. */
  readonly names: readonly string[]
  /** Names of cells that have not answered since the start of the process. */
  away(): readonly string[]
  /** Set where these are one cell of several: what the directory lists is then only of the stores in it. */
  readonly within: string | null
  /** These stores have left the cell that was known: they are looked up again. */
  forget(storeIds: readonly string[]): void
  /** One view of each cell, for what works cell by cell. It finds every store, also of another cell. */
  readonly each: readonly Cells[]
}

/** The cells, or one of them that is known already. */
export type StoreDatabase = Cells | Kysely<Cell>

export const databaseOf = async (
  database: StoreDatabase,
  storeIds: readonly string[],
): Promise<Kysely<Cell>> => ('ofAll' in database ? database.ofAll(storeIds) : database)

export const partsOf = async (
  database: StoreDatabase,
  storeIds: readonly string[],
): Promise<readonly StoresOfCell[]> =>
  'ofAll' in database ? database.parts(storeIds) : [{ cell: database, storeIds }]

/** The name of the only cell of one machine. Its stores keep it when a second cell opens. */
export const onlyCell = 'main'

export function oneCell(db: Kysely<DB>, name = onlyCell): Cells {
  const cells: Cells = {
    of: () => Promise.resolve(db),
    ofAll: () => Promise.resolve(db),
    parts: (storeIds) => Promise.resolve([{ cell: db, storeIds }]),
    all: [db],
    names: [name],
    away: () => [],
    within: null,
    forget: () => {},
    get each() {
      return [cells]
    },
  }
  return cells
}

/** Where the leases of work over these stores are: in their cell, or, of several cells together, in the directory. */
export const leasesOf = ({
  directory,
  cells,
}: {
  readonly directory: Kysely<Directory>
  readonly cells: Cells
}): Kysely<Common> => (cells.all.length === 1 ? (cells.all[0] ?? directory) : directory)

/** The directory and the cells, each once: for what every database has. On one machine it is one. */
export const everyDatabase = ({
  directory,
  cells,
}: {
  readonly directory: Kysely<Directory>
  readonly cells: Cells
}): readonly Kysely<Common>[] => [...new Set<Kysely<Common>>([directory, ...cells.all])]
