import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readEnvironment } from '../env.ts'
import { securityHeaders } from './security-headers.ts'
import { inlineScriptsOf } from './panel/built-panel.ts'
import { webFiles } from './panel/web-files.ts'

const webDir = mkdtempSync(join(tmpdir(), 'balcao-web-'))
mkdirSync(join(webDir, 'assets'))
const script = 'document.documentElement.dataset.theme = "dark"'
const pages = { any: `<html><script>${script}</script></html>`, byPath: {} }
const app = fastify()
await securityHeaders(
  app,
  { env: readEnvironment({ NODE_ENV: 'test', DEMO: 'off', PUBLIC_URL: 'https://painel.example' }) },
  inlineScriptsOf(pages),
)
await webFiles(app, webDir, pages, readEnvironment({}))
afterAll(async () => {
  await app.close()
  rmSync(webDir, { recursive: true })
})

test('a page runs only its own inline script, allowed by hash', async () => {
  const { headers, payload } = await app.inject('/orders')
  expect(payload).toBe(pages.any)
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  })
})

test('a file has only the headers that a file needs', async () => {
  const { headers } = await app.inject('/favicon.svg')
  expect(headers).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  for (const name of ['x-request-id', 'permissions-policy', 'x-frame-options'])
    expect(headers[name], name).toBeUndefined()
})

test('pictures come from this address alone, and from that of the map where one is set', async () => {
  const allowedBy = async (settings: Record<string, string>) => {
    const other = fastify()
    await securityHeaders(other, { env: readEnvironment({ NODE_ENV: 'test', DEMO: 'off', ...settings }) }, [])
    other.get('/page', () => '')
    const { headers } = await other.inject('/page')
    await other.close()
    return /img-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1]
  }
  expect(await allowedBy({})).toBe("'self' data:")
  expect(await allowedBy({ MAP_TILES_URL: 'https://mapa.example:8443/rua/{z}/{x}/{y}.png?k=1' })).toBe(
    "'self' data: https://mapa.example:8443",
  )
})
