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
  'idempotency_keys',
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
  'stray_events',
  'support_entries',
  'tutorial_progress',
  'users',
  'whatsapp_routes',
] as const satisfies readonly (keyof DB)[]

/** Every database has its own: what is written in the transaction of a person's act or of a store's. */
export const commonTables = [
  'audit_entries',
  'leases',
  'mail_messages',
  'write_probe',
] as const satisfies readonly (keyof DB)[]

type DirectoryTable = (typeof directoryTables)[number]
type CommonTable = (typeof commonTables)[number]

export type Directory = Pick<DB, DirectoryTable | CommonTable>
/** What a store owns; every row names its store. */
export type Cell = Omit<DB, DirectoryTable>

/** What every database has. */
export type Common = Pick<DB, CommonTable>
export type DirectoryTransaction = Transaction<Directory>
export type StoreTransaction = Transaction<Cell>

/** Where stores live. Today one database is the directory and the only cell. */
export interface Cells {
  of(storeId: string): Kysely<Cell>
  /** The one database of all these stores. */
  ofAll(storeIds: readonly string[]): Kysely<Cell>
  readonly all: readonly Kysely<Cell>[]
}

/** The cells, or one of them that is known already. */
export type StoreDatabase = Cells | Kysely<Cell>

export const databaseOf = (database: StoreDatabase, storeIds: readonly string[]): Kysely<Cell> =>
  'ofAll' in database ? database.ofAll(storeIds) : database

export const oneCell = (db: Kysely<DB>): Cells => ({ of: () => db, ofAll: () => db, all: [db] })

/** The directory and the cells, each once: for what every database has. On one machine it is one. */
export const everyDatabase = ({
  directory,
  cells,
}: {
  readonly directory: Kysely<Directory>
  readonly cells: Cells
}): readonly Kysely<Common>[] => [...new Set<Kysely<Common>>([directory, ...cells.all])]
