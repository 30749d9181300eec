import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { agentRelease, type AgentRelease } from '../../../contract/printing/printing.ts'
import type { Env } from '../../env.ts'

/** Written by scripts/pack-agent.ts. */
const release = z.extend(agentRelease, {
  program: z.strictObject({ file: z.string(), bytes: z.int(), sha256: z.string() }),
})
type PackedRelease = z.output<typeof release>

const packedDir = fileURLToPath(new URL('../../../dist/agent', import.meta.url))
const kept = new Map<string, { readonly madeAt: number; readonly release: PackedRelease }>()

export const releaseDir = (env: Env): string => env.AGENT_RELEASE_DIR ?? packedDir

/** Null: nothing was packed. A new packing counts without a restart. */
export async function packedRelease(env: Env): Promise<PackedRelease | null> {
  const file = join(releaseDir(env), 'release.json')
  try {
    const { mtimeMs } = await stat(file)
    const known = kept.get(file)
    if (known?.madeAt === mtimeMs) return known.release
    const read = z.parse(release, JSON.parse(await readFile(file, 'utf8')))
    kept.set(file, { madeAt: mtimeMs, release: read })
    return read
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Without the program that only agents fetch. */
export async function releaseForPeople(env: Env): Promise<AgentRelease | null> {
  const packed = await packedRelease(env)
  return packed ? { version: packed.version, downloads: packed.downloads } : null
}
