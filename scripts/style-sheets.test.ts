import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
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
