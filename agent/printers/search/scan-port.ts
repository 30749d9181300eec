import { connect } from 'node:net'

const connectMs = 800
const atOnce = 64

/**
 * The addresses that accept a connection on the port. Not a byte is sent: an office printer would print it.
 */
export async function scanPort(hosts: readonly string[], port: number): Promise<readonly string[]> {
  const open: string[] = []
  const waiting = [...hosts]
  const lane = async (): Promise<void> => {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift())
      if (await accepts(host, port)) open.push(host)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, hosts.length) }, lane))
  return hosts.filter((host) => open.includes(host))
}

export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (accepted: boolean): void => {
      socket.destroy()
      resolve(accepted)
    }
    socket.setTimeout(connectMs, () => end(false))
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
