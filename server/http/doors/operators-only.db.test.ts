import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../app.ts'
import { testApp, type TestApp } from '../../testing/app.ts'

const token = 'operador-0123456789-0123456789-01'
let app: TestApp
const built: FastifyInstance[] = []

beforeAll(async () => {
  app = await testApp()
})
afterAll(async () => {
  for (const one of built) await one.close()
  await app.close()
})

async function production(operatorToken?: string): Promise<FastifyInstance> {
  const env = { ...app.deps.env, NODE_ENV: 'production' as const, OPERATOR_TOKEN: operatorToken }
  const one = await buildApp({ ...app.deps, env })
  built.push(one)
  return one
}

const paths = ['/metrics', '/docs', '/docs/', '/docs/json', '/docs/static/index.html', '/api/openapi.json']

test('in production the figures and descriptions of the system are absent to strangers, and open to the operator', async () => {
  const server = await production(token)
  for (const url of paths) {
    for (const authorization of [undefined, `Bearer ${token}x`, token]) {
      const reply = await server.inject({ url, headers: authorization ? { authorization } : {} })
      expect([url, reply.statusCode]).toEqual([url, 404])
    }
  }
  for (const url of ['/metrics', '/docs/json', '/api/openapi.json']) {
    const reply = await server.inject({ url, headers: { authorization: `Bearer ${token}` } })
    expect([url, reply.statusCode]).toEqual([url, 200])
  }
  expect((await server.inject('/health/live')).statusCode).toBe(200)
})

test('without a token of the operator production shows them to nobody, and development to everybody', async () => {
  const server = await production()
  expect((await server.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } })).statusCode).toBe(
    404,
  )
  expect((await app.fastify.inject('/metrics')).statusCode).toBe(200)
  expect((await app.fastify.inject('/docs/json')).statusCode).toBe(200)
})

test('figures, descriptions and probes are kept by nobody on the way', async () => {
  for (const url of [...paths, '/health/live', '/health/ready', '/webhooks/whatsapp']) {
    const { headers } = await app.fastify.inject(url)
    expect([url, headers['cache-control']]).toEqual([url, expect.stringMatching(/no-store|max-age=0/)])
  }
})
