import * as z from 'zod/mini'

/** The first line of a backup of rows. */
export const rowsHeader = z.object({
  format: z.literal(1),
  /** ISO instant: everything committed before is in it. */
  takenAt: z.string(),
  /** As they were applied; the rows fit the tables that these made. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** First half of the hash of ENCRYPTION_KEY, which is not in the backup; null when there was none. */
  encryptionKey: z.nullable(z.string()),
})

export type RowsHeader = z.output<typeof rowsHeader>

/** How the name of such a file ends. */
export const rowsEnding = '.rows.gz'
