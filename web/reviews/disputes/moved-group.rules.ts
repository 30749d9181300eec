/** As `server/db/migrations/0013-disputes-with-evidence.sql` moved it; a group that chose another address since needs no line. */
export const isMovedHere = ({ slug }: { readonly slug: string }): boolean =>
  /^avaliacoes-[0-9a-f]{8}$/.test(slug)
