import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Two agents with the same data would take each other's tickets for lost and print them twice. The second one finds
 * the first listening here; what a killed agent left behind answers nobody and is replaced. False: another one runs.
 */
export async function becomeTheOnlyOne(stateDir: string): Promise<boolean> {
  const door = doorOf(stateDir)
  for (const last of [false, true]) {
    if (await listens(door)) return true
    if (last || (await answers(door))) return false
    rmSync(door, { force: true })
  }
  return false
}

/** True: an agent with this data runs. */
export const isRunningWith = (stateDir: string): Promise<boolean> => answers(doorOf(stateDir))

/** The longest path of a socket that every system takes. */
const maxPathLength = 100

function doorOf(stateDir: string): string {
  const key = createHash('sha256').update(stateDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\balcao-agente-${key}`
  const door = join(stateDir, 'agente.sock')
  return Buffer.byteLength(door) <= maxPathLength ? door : join(tmpdir(), `balcao-agente-${key}.sock`)
}

function listens(door: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server: Server = createServer((socket) => socket.end())
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    })
    server.listen(door, () => resolve(true))
  })
}

function answers(door: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(door)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
