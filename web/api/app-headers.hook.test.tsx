import { afterEach, expect, test, vi } from 'vitest'
import { appPair, appPairMeta } from '../../contract/shared/app-pair.ts'
import { headers } from '../../contract/shared/headers.ts'

afterEach(() => {
  document.head.replaceChildren()
  vi.resetModules()
})

const pairOfPage = async () => (await import('./app-headers.ts')).appHeaders

test('the panel sends the built pair, or the one that its page names', async () => {
  expect(await pairOfPage()).toEqual({ [headers.appId]: appPair.id, [headers.appToken]: appPair.token })
  vi.resetModules()
  document.head.innerHTML = `<meta name="${appPairMeta}" content="cadeia-web cadeia-publica" />`
  expect(await pairOfPage()).toEqual({
    [headers.appId]: 'cadeia-web',
    [headers.appToken]: 'cadeia-publica',
  })
})
