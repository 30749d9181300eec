import { spawnSync } from 'node:child_process'
import type { Command } from './service.ts'

/** Throws with what the command said. */
export function runCommand({ program, args, optional }: Command): boolean {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', windowsHide: true })
  if (status === 0) return true
  if (optional) return false
  const said = (stderr || stdout || (error?.message ?? '')).trim()
  throw new Error(`O sistema recusou "${program} ${args.join(' ')}": ${said}`)
}
