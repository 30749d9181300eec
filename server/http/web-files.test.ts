import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { webFiles } from './web-files.ts'

const webDir = mkdtempSync(join(tmpdir(), 'balcao-web-'))
mkdirSync(join(webDir, 'assets'))
writeFileSync(join(webDir, 'sw.js'), 'const shell = {"version":"1"}')
writeFileSync(join(webDir, 'sw-off.js'), 'const shell = null')
afterAll(() => rmSync(webDir, { recursive: true }))

async function workerOf(offlineShell: boolean) {
  const app = fastify()
  await webFiles(app, webDir, { any: '<html></html>', byPath: {} }, offlineShell)
  const { headers, payload, statusCode } = await app.inject('/sw.js')
  await app.close()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  return payload
}

test('the service worker is never cached, and one switch replaces it by one that keeps nothing', async () => {
  expect(await workerOf(true)).toContain('"version":"1"')
  expect(await workerOf(false)).toContain('const shell = null')
})
