import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
/** The databases of two runs beside each other, with what their programs need. */
const minFreeBytes = 8 * 1024 ** 3

/**
 * A new folder for a database that nobody needs after the run: in memory where there is room for it, because a hundred
 * databases that are copied and dropped keep a disk busy for seconds. The caller removes it.
 */
export const memoryFolder = (prefix: string): string =>
  mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), prefix))

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, process.availableMemory()) >= minFreeBytes
  } catch {
    return false
  }
}
