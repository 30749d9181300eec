/** Takes a document that cannot be read, so that the others of its list are. */
export type SetAside = (document: unknown) => void

/** Reads a partner's list one by one: a document that cannot be read is set aside, and the others are taken. */
export function readEach<T>(
  documents: readonly unknown[],
  read: (document: unknown) => T,
  aside: SetAside | undefined,
): readonly T[] {
  return documents.flatMap((document) => {
    try {
      return [read(document)]
    } catch {
      aside?.(document)
      return []
    }
  })
}
