import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './manifest.ts'

/**
 * Lets `fill` make a database (`data` and `password`) in a folder aside, and puts it into the data folder only when it
 * is complete. Throws a BackupError where there is a database already: restoring deletes nothing.
 */
export async function putInPlace<T>(dataRoot: string, fill: (aside: string) => Promise<T>): Promise<T> {
  const target = join(dataRoot, 'data')
  if (existsSync(target))
    throw new BackupError(
      `Já há um banco em ${target}, e restaurar não apaga nada. Com o Balcão parado, renomeie essa pasta, ou indique outra com --into.`,
    )
  const aside = join(dataRoot, 'restoring')
  await rm(aside, { recursive: true, force: true })
  // PostgreSQL may run as another user, who must pass through.
  await mkdir(aside, { recursive: true })
  try {
    const filled = await fill(aside)
    await rm(join(dataRoot, 'password'), { force: true })
    await rename(join(aside, 'password'), join(dataRoot, 'password'))
    await rename(join(aside, 'data'), target)
    return filled
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
