import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { sendJson } from './send-json.ts'

const small = '{"data":"pouco"}'
const large = JSON.stringify({ data: 'ação '.repeat(5_000) })
const huge = JSON.stringify({ data: 'x'.repeat(600_000) })

async function ask(pieces: readonly (string | Buffer)[], accepts?: string) {
  const app = fastify()
  app.get('/', async (_request, reply) => {
    await sendJson(reply, pieces)
    return reply
  })
  const headers = accepts === undefined ? {} : { 'accept-encoding': accepts }
  const reply = await app.inject({ method: 'GET', url: '/', headers })
  await app.close()
  return reply
}

describe('a reply', () => {
  test('above a minimum size is gzipped for a client that accepts it, in one piece or several', async () => {
    for (const pieces of [[large], [Buffer.from(large.slice(0, 9)), Buffer.from(large.slice(9))]]) {
      const reply = await ask(pieces, 'gzip, deflate, br')
      expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(gunzipSync(reply.rawPayload).toString()).toBe(large)
      expect(reply.rawPayload.length).toBeLessThan(large.length / 5)
    }
  })

  test('uses zstd for a client that accepts it, unless its weight is zero', async () => {
    const better = await ask([large], 'gzip, deflate, br, zstd')
    expect(better.headers['content-encoding']).toBe('zstd')
    expect(zstdDecompressSync(better.rawPayload).toString()).toBe(large)
    expect((await ask([large], 'gzip, zstd;q=0')).headers['content-encoding']).toBe('gzip')
  })

  test('is not compressed for a client without support, nor when small or very large', async () => {
    for (const accepts of [undefined, 'identity', 'br', 'gzip;q=0, br', 'gzip; q=0.0']) {
      const reply = await ask([large], accepts)
      expect(reply.headers['content-encoding']).toBeUndefined()
      expect(reply.payload).toBe(large)
    }
    expect((await ask([small], 'gzip')).payload).toBe(small)
    const reply = await ask([huge.slice(0, 5), Buffer.from(huge.slice(5))], 'gzip')
    expect(reply.payload).toBe(huge)
    expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(huge)))
  })

  test('is compressed even if the client prefers it least', async () => {
    expect((await ask([large], 'br;q=1.0, gzip;q=0.5')).headers['content-encoding']).toBe('gzip')
  })
})
