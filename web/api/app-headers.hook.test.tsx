import { afterEach, expect, test, vi } from 'vitest'
import { appPair } from '../../contract/shared/app-pair.ts'
import { headers } from '../../contract/shared/headers.ts'

afterEach(() => {
  delete document.documentElement.dataset.app
  vi.resetModules()
})

const pairOfPage = async () => (await import('./app-headers.ts')).appHeaders

test('the panel sends the built pair, or the one that its page names', async () => {
  expect(await pairOfPage()).toEqual({ [headers.appId]: appPair.id, [headers.appToken]: appPair.token })
  vi.resetModules()
  document.documentElement.dataset.app = 'cadeia-web cadeia-publica'
  expect(await pairOfPage()).toEqual({
    [headers.appId]: 'cadeia-web',
    [headers.appToken]: 'cadeia-publica',
  })
})
