import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** iFood's API with whatever events and documents a test gives it, byte for byte. */
export interface OddIfood {
  readonly url: string
  /** Sent with every poll that names the merchant until it is acknowledged. `text` is JSON. */
  addEvent(id: string, merchantId: string, text: string): void
  setOrder(orderId: string, text: string): void
  setReviews(text: string): void
  setLedger(text: string): void
  setPayouts(text: string): void
  readonly acknowledged: ReadonlySet<string>
  stop(): Promise<void>
}

export async function startOddIfood(): Promise<OddIfood> {
  const events = new Map<string, { merchantId: string; text: string }>()
  const orders = new Map<string, string>()
  const acknowledged = new Set<string>()
  const lists = { reviews: '{"reviews":[]}', ledger: '{"financialEvents":[]}', payouts: '{"settlements":[]}' }

  const answer = (request: IncomingMessage, body: string): string | null => {
    const path = request.url ?? ''
    if (path.startsWith('/authentication')) return '{"accessToken":"t","expiresIn":10800}'
    if (path.includes(':polling')) {
      const asked = String(request.headers['x-polling-merchants']).split(',')
      const open = [...events.values()].filter((event) => asked.includes(event.merchantId))
      return `[${open.map((event) => event.text).join(',')}]`
    }
    if (path.includes('acknowledgment')) {
      for (const { id } of JSON.parse(body) as { id: string }[]) {
        acknowledged.add(id)
        events.delete(id)
      }
      return '{}'
    }
    if (path.includes('/reviews')) return lists.reviews
    if (path.includes('/financial-events')) return lists.ledger
    if (path.includes('/settlements')) return lists.payouts
    if (path.endsWith('/status')) return '[{"available":true,"state":"OK"}]'
    return orders.get(decodeURIComponent(path.split('/').at(-1) ?? '')) ?? null
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const reply = answer(request, Buffer.concat(chunks).toString('utf8'))
      response.writeHead(reply === null ? 404 : 200, { 'content-type': 'application/json' })
      response.end(reply ?? '{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    addEvent: (id, merchantId, text) => {
      events.set(id, { merchantId, text })
    },
    setOrder: (orderId, text) => {
      orders.set(orderId, text)
    },
    setReviews: (text) => {
      lists.reviews = text
    },
    setLedger: (text) => {
      lists.ledger = text
    },
    setPayouts: (text) => {
      lists.payouts = text
    },
    acknowledged,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
