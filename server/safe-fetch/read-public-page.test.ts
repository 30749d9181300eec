import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageRefusedError, readPublicPage, type PageReading } from './read-public-page.ts'

const html: PageReading = { types: ['text/html', 'application/json'] }

const refusal = async (address: string, reading: PageReading = html): Promise<string> => {
  try {
    await readPublicPage(address, reading)
    return 'read'
  } catch (error) {
    if (error instanceof PageRefusedError) return error.reason
    throw error
  }
}

describe('an address that leads to a private place', () => {
  test.each([
    'http://0.0.0.0/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://[2002:7f00:1::]/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://10.0.0.8/',
    'http://172.16.4.4/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://①②⑦.⓪.⓪.①/',
  ])('%s is not called', async (address) => {
    expect(await refusal(address)).toBe('not-public')
  })

  test.each([
    'ftp://loja.example/',
    'file:///etc/passwd',
    'gopher://loja.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://loja.example:8443/',
    'http://loja.example:22/',
    'https://dona:senha@loja.example/',
    'https://dona@loja.example/',
    'loja.example/cardapio',
    '',
    'https://',
  ])('%s is no address to read', async (address) => {
    expect(await refusal(address)).toBe('address')
  })

  test('a very long address is none', async () => {
    expect(await refusal(`https://loja.example/${'a'.repeat(3_000)}`)).toBe('address')
  })

  test('a name is refused when any of its numbers is private', async () => {
    const resolve = () =>
      Promise.resolve([
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])
    expect(await refusal('http://loja.example/', { ...html, resolve })).toBe('not-public')
  })

  test('a name that nobody knows, or without numbers, is said as such', async () => {
    const nobody = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await refusal('http://loja.example/', { ...html, resolve: nobody })).toBe('unreachable')
    expect(await refusal('http://loja.example/', { ...html, resolve: () => Promise.resolve([]) })).toBe(
      'unreachable',
    )
  })

  test('a name server that never answers ends with the time for the whole reading', async () => {
    const never = () => new Promise<never>(() => {})
    expect(await refusal('http://loja.example/', { ...html, resolve: never, maxMs: 100 })).toBe('too-slow')
  })
})

describe('a server that is trusted by name', () => {
  let server: Server
  let answer: (request: IncomingMessage, reply: ServerResponse) => void = () => {}
  let asked = 0
  beforeAll(async () => {
    server = createServer((request, reply) => {
      asked += 1
      answer(request, reply)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })

  const port = () => (server.address() as AddressInfo).port
  const origin = () => `http://127.0.0.1:${port()}`
  const trusted = (more: Partial<PageReading> = {}): PageReading => ({
    ...html,
    trustedOrigins: [origin()],
    ...more,
  })
  const page = (text: string | Buffer, headers: Record<string, string> = {}) => {
    answer = (_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)
    }
  }

  test('is read; any other port of the same machine is not', async () => {
    page('<p>Olá')
    const read = await readPublicPage(`${origin()}/cardapio`, trusted())
    expect([read.type, read.bytes.toString(), read.url]).toEqual([
      'text/html',
      '<p>Olá',
      `${origin()}/cardapio`,
    ])
    expect(await refusal(`${origin()}/cardapio`)).toBe('address')
    expect(await refusal(`http://localhost:${port()}/`, trusted())).toBe('address')
  })

  test('a name is resolved once, and the connection goes to that number', async () => {
    page('aqui')
    let times = 0
    const resolve = () => {
      times += 1
      return Promise.resolve([{ address: times === 1 ? '127.0.0.1' : '10.9.9.9', family: 4 }])
    }
    const named = `http://loja.example:${port()}`
    const read = await readPublicPage(named, { ...html, trustedOrigins: [named], resolve })
    expect([read.bytes.toString(), times]).toEqual(['aqui', 1])
  })

  test('a name whose number turns private after the first look is refused on the next hop', async () => {
    const named = `http://loja.example:${port()}`
    answer = (_, reply) => {
      reply.writeHead(302, { location: 'http://other.example/' }).end()
    }
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    expect(await refusal(named, { ...html, trustedOrigins: [named], resolve })).toBe('not-public')
  })

  test.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    '//2130706433/',
  ])('a redirect to %s is not followed', async (location) => {
    answer = (_, reply) => {
      reply.writeHead(302, { location }).end()
    }
    expect(await refusal(`${origin()}/`, trusted())).toBe('not-public')
  })

  test.each(['file:///etc/passwd', 'http://127.0.0.1:22/', 'http://a:b@example.com/'])(
    'a redirect to %s is no address',
    async (location) => {
      answer = (_, reply) => {
        reply.writeHead(301, { location }).end()
      }
      expect(await refusal(`${origin()}/`, trusted())).toBe('address')
    },
  )

  test('three redirects are followed, the fourth is not', async () => {
    const after = (steps: number) => {
      answer = ({ url = '' }, reply) => {
        const step = Number(url.slice(1))
        if (step < steps) reply.writeHead(307, { location: `/${step + 1}` }).end()
        else reply.writeHead(200, { 'content-type': 'text/html' }).end('fim')
      }
    }
    after(3)
    expect((await readPublicPage(`${origin()}/0`, trusted())).url).toBe(`${origin()}/3`)
    after(4)
    expect(await refusal(`${origin()}/0`, trusted())).toBe('redirects')
  })

  test('a redirect that names no place is refused', async () => {
    answer = (_, reply) => void reply.writeHead(302).end()
    expect(await refusal(`${origin()}/`, trusted())).toBe('redirects')
  })

  test('a page of another type, or an answer that is no page, is refused', async () => {
    page('%PDF', { 'content-type': 'application/pdf' })
    expect(await refusal(`${origin()}/`, trusted())).toBe('type')
    answer = (_, reply) => void reply.writeHead(404, { 'content-type': 'text/html' }).end('não há')
    expect(await refusal(`${origin()}/`, trusted())).toBe('status')
    page('x', { 'content-encoding': 'zstd' })
    expect(await refusal(`${origin()}/`, trusted())).toBe('type')
  })

  test('a compressed page is opened; a bomb is not', async () => {
    page(gzipSync('<p>Açaí'), { 'content-encoding': 'gzip' })
    expect((await readPublicPage(`${origin()}/`, trusted())).bytes.toString()).toBe('<p>Açaí')
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 })
    expect(bomb.byteLength).toBeLessThan(100_000)
    page(bomb, { 'content-encoding': 'gzip' })
    const before = process.memoryUsage().rss
    expect(await refusal(`${origin()}/`, trusted({ maxBytes: 100_000 }))).toBe('too-large')
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024)
  })

  test('a broken compression is a page that cannot be read, not a crash', async () => {
    page(Buffer.from('no gzip at all'), { 'content-encoding': 'gzip' })
    expect(await refusal(`${origin()}/`, trusted())).toBe('unreachable')
  })

  test('a page that says it is too large is refused before it is read, one that does not say it while it is read', async () => {
    page('x'.repeat(2_000))
    expect(await refusal(`${origin()}/`, trusted({ maxBytes: 1_000 }))).toBe('too-large')
    answer = (_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' })
      const more = setInterval(() => reply.write('y'.repeat(400)), 5)
      reply.on('close', () => clearInterval(more))
    }
    expect(await refusal(`${origin()}/`, trusted({ maxBytes: 1_000 }))).toBe('too-large')
  })

  test('a body that comes drop by drop ends with the time for the whole reading', async () => {
    answer = (_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' })
      const drops = setInterval(() => reply.write('.'), 20)
      reply.on('close', () => clearInterval(drops))
    }
    // Drops without an end: without a time for the whole reading this never answers.
    expect(await refusal(`${origin()}/`, trusted({ maxMs: 300 }))).toBe('too-slow')
  })

  test('a server that never answers ends the same way', async () => {
    answer = () => {}
    expect(await refusal(`${origin()}/`, trusted({ maxMs: 300 }))).toBe('too-slow')
  })

  test('nothing but the page is asked for, without cookies or credentials', async () => {
    let seen: IncomingMessage['headers'] = {}
    answer = ({ headers }, reply) => {
      seen = headers
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    }
    asked = 0
    await readPublicPage(`${origin()}/`, trusted())
    expect(asked).toBe(1)
    expect(Object.keys(seen).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
  })
})
