import { expect, test } from 'vitest'
import { wantedPage } from './wanted-page.ts'

test('a page of the panel is returned to with its query', () => {
  expect(wantedPage('/menu')).toBe('/menu')
  expect(wantedPage('/reports/daily?day=2026-11-20#topo')).toBe('/reports/daily?day=2026-11-20#topo')
})

test.each([
  'https://evil.example/entrar',
  '//evil.example',
  String.raw`/\evil.example`,
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  'javascript:alert(1)',
  'evil.example',
  '',
  undefined,
  7,
])('an address that leads away from the panel is no wanted page: %j', (next) => {
  expect(wantedPage(next)).toBeNull()
})
