import { chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { pairAgent } from '../contract/printing/print-agent.ts'
import { replaceFile } from './replace-file.ts'
import { serverClient } from './server-client.ts'

const pairing = z.object({
  serverUrl: z.string(),
  token: z.string(),
  storeName: z.string(),
  agentName: z.string(),
})
export type Pairing = z.output<typeof pairing>

const fileOf = (stateDir: string): string => join(stateDir, 'lojas.json')

/** The paired stores; the file is readable only by its owner. */
export function readPairings(stateDir: string): Pairing[] {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 })
  try {
    return z.parse(z.array(pairing), JSON.parse(readFileSync(fileOf(stateDir), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new Error(
      `O arquivo ${fileOf(stateDir)} está danificado. Apague-o e conecte de novo com um código.`,
      {
        cause: error,
      },
    )
  }
}

/** Exchanges the single-use code for a token and stores it. */
export async function pair(
  stateDir: string,
  known: readonly Pairing[],
  {
    serverUrl,
    code,
    software,
  }: { readonly serverUrl: string; readonly code: string; readonly software: string },
): Promise<Pairing[]> {
  const answer = await serverClient(serverUrl, null)(pairAgent, { body: { code, software } })
  const made = { serverUrl, ...answer }
  const others = known.filter((one) => agentIn(one.token) !== agentIn(made.token))
  writePairings(stateDir, [...others, made])
  return [...others, made]
}

function writePairings(stateDir: string, pairings: readonly Pairing[]): void {
  const file = fileOf(stateDir)
  replaceFile(file, JSON.stringify(pairings, null, 2), (written) => giveToOwnerOf(stateDir, written))
}

/** `sudo balcao-agente conectar` writes for the service's own user. */
function giveToOwnerOf(dir: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dir)
  chownSync(file, uid, gid)
}

/** A token contains the store and the agent before its secret. */
export const agentIn = (token: string): string => token.split('.').slice(0, 2).join('.')
