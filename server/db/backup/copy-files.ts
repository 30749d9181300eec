import { createHash } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFile } from './manifest.ts'

/** Relative paths of everything below a folder. */
export interface Tree {
  readonly directories: readonly string[]
  readonly files: readonly string[]
}

export async function treeOf(root: string, skips: (path: string) => boolean): Promise<Tree> {
  const directories: string[] = []
  const files: string[] = []
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(join(root, at), { withFileTypes: true })) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`
      if (skips(path)) continue
      if (entry.isDirectory()) {
        directories.push(path)
        await walk(path)
      } else if (entry.isFile()) files.push(path)
      else throw new Error(`${path} is neither a file nor a directory`)
    }
  }
  await walk('')
  return { directories, files }
}

const chunkBytes = 256 * 1024

export interface Copying {
  readonly from: string
  readonly to: string
  /** To the disk itself, not only to its cache. */
  readonly durable: boolean
}

/** A disk writes small files several times as fast when some wait at once. */
const filesAtOnce = 16

/** Copies the files; one that is deleted meanwhile, as PostgreSQL does, is missing in the answer. */
export async function copyFiles(copying: Copying, paths: readonly string[]): Promise<readonly BackupFile[]> {
  const waiting = [...paths]
  const copied: BackupFile[] = []
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const file = await copyFile(copying, path)
        if (file) copied.push(file)
      }
    }),
  )
  return copied
}

/** Null: it is missing. */
export async function copyFile({ from, to, durable }: Copying, path: string): Promise<BackupFile | null> {
  const source = await open(join(from, path), 'r').catch(ignoreMissing)
  if (!source) return null
  await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
  const target = await open(join(to, path), 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes)
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, chunkBytes, null)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      await target.write(buffer, 0, bytesRead)
      bytes += bytesRead
    }
    if (durable) await target.sync()
  } finally {
    await source.close()
    await target.close()
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
