import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { appPair } from '../../../contract/shared/app-pair.ts'
import { readEnvironment } from '../../env.ts'
import { withAppPair } from './built-panel.ts'
import { webFiles } from './web-files.ts'

const webDir = mkdtempSync(join(tmpdir(), 'balcao-web-'))
mkdirSync(join(webDir, 'assets'))
writeFileSync(
  join(webDir, 'sw.js'),
  `const shell = {"version":"1"}; const pair = ['${appPair.id}', '${appPair.token}']`,
)
writeFileSync(join(webDir, 'sw-off.js'), 'const shell = null')
afterAll(() => rmSync(webDir, { recursive: true }))

const built = readEnvironment({})

async function workerOf(environment: Record<string, string>) {
  const app = fastify()
  await webFiles(app, webDir, { any: '<html></html>', byPath: {} }, readEnvironment(environment))
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
  expect(await workerOf({})).toContain('"version":"1"')
  expect(await workerOf({ OFFLINE_SHELL: 'off' })).toContain('const shell = null')
})

test('pages and worker say the application pair of the environment', async () => {
  const given = { APP_ID: 'cadeia-web', APP_TOKEN: 'cadeia-publica' }
  expect(await workerOf(given)).toContain(`pair = ['cadeia-web', 'cadeia-publica']`)
  const pages = { any: '<html lang="pt-BR">', byPath: { '/menu': '<html lang="pt-BR"><head>' } }
  const html = '<html data-app="cadeia-web cadeia-publica" lang="pt-BR">'
  expect(withAppPair(pages, readEnvironment(given))).toEqual({
    any: html,
    byPath: { '/menu': `${html}<head>` },
  })
  expect(withAppPair(pages, built)).toEqual(pages)
  expect(await workerOf({})).toContain(`pair = ['${appPair.id}', '${appPair.token}']`)
})
