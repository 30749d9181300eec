import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A marketplace that doesn't exist, over HTTP: ids are 64-bit integers, money is centavos, times are seconds. */
export interface FeiraPartner {
  readonly url: string
  /** Answers the order's id. `document` is the JSON that its details are instead. */
  place(shop: string, document?: string): string
  /** Emits the event that an accepted request leads to. */
  settle(order: string): void
  /** The customer of an order complains. */
  complain(order: string): void
  /** The first word of each path that was asked for. */
  readonly calls: readonly string[]
  readonly accepted: ReadonlySet<string>
  readonly waitingEvents: () => number
  stop(): Promise<void>
}

interface FeiraEvent {
  readonly n: string
  readonly what: string
  readonly order: string
  readonly shop: string
}

export async function startFeira(): Promise<FeiraPartner> {
  // The first integers that a JavaScript number can't hold apart.
  let next = 9_007_199_254_740_993n
  const shops = new Map<string, string>()
  const documents = new Map<string, string>()
  const events = new Map<string, FeiraEvent>()
  const accepted = new Set<string>()
  const calls: string[] = []
  const emit = (order: string, what: string) => {
    const n = String(next++)
    events.set(n, { n, what, order, shop: shops.get(order) ?? '' })
  }

  const routes: Readonly<Record<string, (path: readonly string[], body: string) => string | null>> = {
    poll: ([, list = '']) => {
      const asked = new Set(decodeURIComponent(list).split(','))
      const open = [...events.values()].filter((event) => asked.has(event.shop))
      const now = Math.floor(Date.now() / 1_000)
      return `[${open.map(({ n, what, order, shop }) => `{"n":${n},"what":"${what}","order":${order},"shop":"${shop}","when":${now}}`).join(',')}]`
    },
    seen: (_path, body) => {
      for (const n of body.split(',')) events.delete(n)
      return '{}'
    },
    orders: ([, id = '']) => {
      const shop = shops.get(id)
      if (shop === undefined) return null
      const odd = documents.get(id)
      if (odd !== undefined) return odd
      const placed = Math.floor(Date.now() / 1_000)
      return `{"id":${id},"shop":"${shop}","number":"F-${id.slice(-3)}","placed":${placed},"buyer":"Bia","freight":500,
        "lines":[{"title":"Tapioca","qty":2,"each":1250}],"paid":3000}`
    },
    accept: ([, id = '']) => {
      accepted.add(id)
      return '{}'
    },
    shops: () => '{"up":true}',
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = (request.url ?? '').split('/').slice(1)
      calls.push(path[0] ?? '')
      const reply = routes[path[0] ?? '']?.(path, body) ?? null
      response.writeHead(reply === null ? 404 : 200, { 'content-type': 'application/json' })
      response.end(reply ?? '{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    place: (shop, document) => {
      const order = String(next++)
      if (document !== undefined) documents.set(order, document)
      shops.set(order, shop)
      emit(order, 'NOVO')
      return order
    },
    settle: (order) => {
      emit(order, 'ACEITO')
    },
    complain: (order) => {
      emit(order, 'RECLAMA')
    },
    calls,
    accepted,
    waitingEvents: () => events.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
