import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { downloadAgentProgram } from '../../contract/printing/print-agent.ts'
import { readVersions, versionFile, writeVersions } from './versions.ts'

export interface NewVersion {
  readonly version: string
  readonly bytes: number
  /** Hexadecimal, from the heartbeat's answer. */
  readonly sha256: string
}

const downloadMs = 120_000

/** Fetches the program, checks it, and marks it to be tried at the next start. The one in use stays beside it. */
export async function fetchUpdate(
  stateDir: string,
  { serverUrl, token }: { readonly serverUrl: string; readonly token: string },
  wanted: NewVersion,
): Promise<void> {
  const program = await download(serverUrl, token, wanted)
  const found = createHash('sha256').update(program).digest('hex')
  if (program.length !== wanted.bytes || found !== wanted.sha256)
    throw new Error(`A versão ${wanted.version} chegou diferente do que o painel anunciou. Nada mudou.`)
  const file = versionFile(stateDir, wanted.version)
  keep(file, program)
  const { status, stdout } = spawnSync(process.execPath, [file, '--version'], {
    encoding: 'utf8',
    timeout: 20_000,
    windowsHide: true,
  })
  if (status !== 0 || stdout.trim() !== wanted.version) {
    rmSync(dirname(file), { recursive: true, force: true })
    throw new Error(`A versão ${wanted.version} não roda neste computador. Nada mudou.`)
  }
  const { current } = readVersions(stateDir)
  writeVersions(stateDir, { current: wanted.version, previous: current, tries: 0, refused: null })
}

async function download(serverUrl: string, token: string, { version, bytes }: NewVersion): Promise<Buffer> {
  const path = downloadAgentProgram.path.replace('{version}', version)
  const reply = await fetch(new URL(`/api${path}`, serverUrl), {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(downloadMs),
    redirect: 'error',
  })
  if (!reply.ok || !reply.body) throw new Error(`O painel não entregou a versão ${version}.`)
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of reply.body) {
    size += piece.length
    // More than announced is wrong already.
    if (size > bytes) break
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function keep(file: string, program: Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const disk = openSync(`${file}.new`, 'w', 0o600)
  writeSync(disk, program)
  fsyncSync(disk)
  closeSync(disk)
  renameSync(`${file}.new`, file)
}
