import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Takes all space of the small disk at this folder for ten seconds. */
export async function fillDisk(folder: string): Promise<void> {
  const file = join(folder, 'filler')
  const target = openSync(file, 'w')
  const until = Date.now() + 10_000
  const block = Buffer.alloc(256 * 1024)
  while (Date.now() < until) {
    try {
      writeSync(target, block)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  closeSync(target)
  rmSync(file)
}

export const mountDisk = (folder: string, megabytes: number): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])

export const unmountDisk = (folder: string): void => void execFileSync('umount', [folder])

/** Null: a small disk can be mounted. */
export function whyNoMount(): string | null {
  const at = mkdtempSync(join(tmpdir(), 'balcao-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at], { stdio: 'ignore' })
    unmountDisk(at)
    return null
  } catch {
    return 'a small disk cannot be mounted here'
  } finally {
    rmdirSync(at)
  }
}
