import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { styleRules } from './style-rules.ts'
import { lastWidths } from '../web/kit/last-widths.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(root + file, 'utf8')
const sheets = globSync('web/**/*.css', { cwd: root })

test('a layout begins and ends at one of the named widths', () => {
  const named = Object.values(lastWidths).flatMap((last) => [
    `max-width: ${last}px`,
    `min-width: ${last + 1}px`,
  ])
  const found = sheets.flatMap((file) =>
    (read(file).match(/@media[^{]*/g) ?? [])
      .flatMap((query) => query.match(/(?:min-|max-)width: \w+/g) ?? [])
      .map((width) => ({ file, width })),
  )
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter(({ width }) => !named.includes(width))).toEqual([])
})

test('a component takes the width of the screen from the named ones', () => {
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
  const asking = files.filter((file) => /matchMedia\([^)]*(width|height)/.test(read(file)))
  expect(asking).toEqual(['web/kit/breakpoints.ts'])
})

test('a size of text is one of the scale', () => {
  const scale =
    /^(var\(--(size-[1-7]|figure-[1-3])\)|inherit|0|[\d.]+em|clamp\(var\(--size-4\), 1\.68vw, var\(--figure-3\)\))$/
  const found = sheets.flatMap((file) =>
    styleRules(read(file)).flatMap(({ declarations }) =>
      declarations.flatMap((declaration) => {
        const size = sizeOf(declaration)
        return size === null ? [] : [{ file, size }]
      }),
    ),
  )
  expect(found.length).toBeGreaterThan(300)
  expect(found.filter(({ size }) => !scale.test(size))).toEqual([])
})

/** Of `font-size: 13px` and `font: 700 13px/1.2 var(--text)`; null: it sets none. */
function sizeOf(declaration: string): string | null {
  const [, property, value = ''] = /^(font(?:-size)?): (.*)$/.exec(declaration) ?? []
  if (property === undefined || value === 'inherit') return null
  if (property === 'font-size') return value
  return /(?:^| )(var\(--(?:size|figure)-\d\)|[\d.]+(?:px|em|rem|%))/.exec(value)?.[1] ?? value
}
