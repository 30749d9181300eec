import { describe, expect, test } from 'vitest'
import { allowedContinueUrl } from './continue-url.ts'
import { hostileUrls } from '../testing/hostile-urls.ts'

const env = { PUBLIC_URL: 'https://painel.balcao.example', PORT: 3000 }

describe('the page that a reset may return to', () => {
  test('may be a page of the panel, with query and fragment', () => {
    for (const path of [
      '',
      '/',
      '/reports/daily',
      '/reports/daily?day=2026-11-20#topo',
      '/a%20b?x=https://fora.example',
    ])
      expect(allowedContinueUrl(env, `https://painel.balcao.example${path}`)).toContain(
        'https://painel.balcao.example/',
      )
  })

  test('may be nothing else: 300 hostile addresses are rejected', () => {
    const hostile = hostileUrls('painel.balcao.example')
    expect(new Set(hostile).size).toBeGreaterThanOrEqual(300)
    const passed = hostile.filter((url) => {
      try {
        allowedContinueUrl(env, url)
        return true
      } catch {
        return false
      }
    })
    expect(passed).toEqual([])
  })
})
