import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another living process uses this data. */
export class DataInUseError extends Error {
  constructor(dataRoot: string, pid: number) {
    super(
      `Outro Balcão (processo ${pid}) já usa os dados em ${dataRoot}. Feche-o antes, ou use outra pasta com DATA_DIR.`,
    )
  }
}

/**
 * Claims the private database of this directory for this process, and answers a function that gives it back. A
 * process that was killed leaves its file behind, which the next one replaces. Throws `DataInUseError`.
 */
export function lockData(dataRoot: string): () => void {
  const file = join(dataRoot, 'in-use')
  mkdirSync(dataRoot, { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid}\n${lifeOf(process.pid)}\n`, { flag: 'wx', mode: 0o644 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 5) throw error
    }
    const holder = holderOf(file)
    if (holder !== null) throw new DataInUseError(dataRoot, holder)
    discard(file)
  }
}

/** The living process that wrote the file. */
function holderOf(file: string): number | null {
  const [first, life] = textOf(file).split('\n')
  const pid = Number(first)
  return pid > 0 && life !== undefined && life !== '' && lifeOf(pid) === life ? pid : null
}

/** Renamed before it is deleted: of two starts that find a dead owner's file, one renames it. */
function discard(file: string): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    // The other start was quicker, and this is already its own file.
    if (holderOf(aside) !== null) renameSync(aside, file)
    else rmSync(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Tells a process from a later one with the same number, as a restarted container has it; empty when it is gone. */
function lifeOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      // The name in brackets may hold spaces; the start time is the 20th field after it.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return `${boot} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}
