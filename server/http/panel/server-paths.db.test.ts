import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../testing/app.ts'
import { isServerPath } from './server-paths.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('every address that the server answers itself is known to be no page of the panel', () => {
  const tree = app.fastify.printRoutes({ commonPrefix: false }).split('\n')
  // The first branches.
  const paths = tree.flatMap((line) => /^[├└]── (\/\S*)/.exec(line)?.[1] ?? [])
  expect(paths).toEqual(expect.arrayContaining([expect.stringMatching(/^\/feeds\//), '/health/live']))
  expect(paths.filter((path) => !isServerPath(path))).toEqual([])
})

test('pages of the panel are none of them, whatever their names begin with', () => {
  for (const page of ['/', '/menu/orders', '/feed', '/documentos', '/agenda', '/apice', '//[', '/swing'])
    expect([page, isServerPath(page)]).toEqual([page, false])
  for (const path of ['/feeds/loja/whatsapp', '/api', '/docs/', '/sw.js', '/open-delivery/v1/x'])
    expect([path, isServerPath(path)]).toEqual([path, true])
})
