/**
 * Test files and folders that still have the directory's and the stores' tables in one database; all others have them in
 * two. The list only shrinks. What keeps a file here is a process of the product that the test starts with one address, or
 * a test that opens the database with its own hands.
 */
export const oneDatabaseFiles: readonly string[] = [
  'bench/attack/attack.db.test.ts',
  'demo/',
  'server/app.db.test.ts',
  'server/bulk/killed-act.db.test.ts',
  'server/db/backup/',
  'server/db/connections/',
  'server/db/snapshot.db.test.ts',
  'server/identity/demo-people.db.test.ts',
  'server/live/restored-database.db.test.ts',
  'server/orders/taking/',
  'server/reports/',
  'server/stop-under-load.db.test.ts',
  'server/testing/',
]
