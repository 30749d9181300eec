import { afterEach, expect, test } from 'vitest'
import { appPair } from '../../contract/shared/app-pair.ts'
import { headers } from '../../contract/shared/headers.ts'
import { appHeaders } from './app-headers.ts'

afterEach(() => {
  delete document.documentElement.dataset.app
})

test('the panel sends the built pair, or the one that its page names', () => {
  expect(appHeaders()).toEqual({ [headers.appId]: appPair.id, [headers.appToken]: appPair.token })
  document.documentElement.dataset.app = 'cadeia-web cadeia-publica'
  expect(appHeaders()).toEqual({ [headers.appId]: 'cadeia-web', [headers.appToken]: 'cadeia-publica' })
})
