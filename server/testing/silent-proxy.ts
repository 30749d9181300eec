import { createServer, connect, type Socket } from 'node:net'

export interface SilentProxy {
  readonly port: number
  /** The connections that are open now forward nothing any more and stay open; new ones work. */
  silence(): void
  close(): Promise<void>
}

/** Forwards between a client and a port of this machine, and can behave like a firewall that forgot its connections. */
export async function silentProxy(targetPort: number): Promise<SilentProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far)
    far.pipe(near)
    for (const socket of pair) {
      socket.on('error', () => {})
      socket.on('close', () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    silence: () => {
      for (const [near, far] of pairs) {
        near.unpipe()
        far.unpipe()
        near.pause()
        far.pause()
      }
    },
    close: async () => {
      for (const [near, far] of pairs) {
        near.destroy()
        far.destroy()
      }
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
