import { isContentRefused } from './content-refused.ts'

/**
 * Writes rows in one batch. A batch that is refused for its content is written in halves, down to the row that is
 * to blame, which `refuse` gets; a database that is lost, full or overloaded fails the whole at once. `isOfContent` says
 * which errors a row may be to blame for.
 */
export async function writeInHalves<T>(
  rows: readonly T[],
  write: (some: readonly T[]) => Promise<void>,
  refuse: (row: T, error: unknown) => void,
  isOfContent = isContentRefused,
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  try {
    await write(rows)
  } catch (error) {
    if (!isOfContent(error)) throw error
    if (rows.length === 1) {
      refuse(first, error)
      return
    }
    const half = Math.ceil(rows.length / 2)
    await writeInHalves(rows.slice(0, half), write, refuse, isOfContent)
    await writeInHalves(rows.slice(half), write, refuse, isOfContent)
  }
}
