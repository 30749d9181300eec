/**
 * Test files that still need the directory's and the stores' tables in one database; all others have them in two. The
 * list only shrinks: what keeps a file here is a transaction over both (`withDirectoryAndStores`), or a test that
 * opens the database with its own hands.
 */
export const oneDatabaseFiles: readonly string[] = []
