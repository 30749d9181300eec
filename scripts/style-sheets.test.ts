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
  const scale = /^(var\(--(size-[1-7]|figure-[1-3])\)|inherit|0|[\d.]+em)$/
  // The walls of kitchen and office are read from metres away: their letters follow the width of the screen.
  const found = sheets
    .filter((file) => !file.startsWith('web/orders/wall/') && !file.startsWith('web/groups/tv/'))
    .flatMap((file) =>
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

const maxModules = 3

/**
 * Bodies that more modules still write, by how many: states of a control, and what only a media query hides. A body
 * that is not here belongs into `web/kit`. The numbers only fall.
 */
const widespread: Readonly<Record<string, number>> = {
  'background: var(--bad-soft); color: var(--bad)': 4,
  'background: var(--brand); color: var(--on-brand)': 4,
  'background: var(--brand-soft); color: var(--brand)': 7,
  'border-collapse: collapse; width: 100%': 4,
  'clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px': 8,
  'color: var(--bad); font-weight: 650': 5,
  'color: var(--muted); display: block; font-size: var(--size-3)': 4,
  'color: var(--muted); font-size: var(--size-2)': 14,
  'color: var(--muted); font-size: var(--size-3)': 17,
  'display: grid; gap: 4px': 4,
  'flex: 1; min-width: 0': 5,
  'outline-offset: 2px; outline: 3px solid var(--brand)': 7,
  'text-decoration: underline; text-underline-offset: 3px': 4,
}

test('no rule body of two or more declarations is written in more than three modules', () => {
  const modules = new Map<string, Set<string>>()
  for (const file of sheets)
    for (const { declarations } of styleRules(read(file))) {
      if (declarations.length < 2) continue
      const body = declarations.join('; ')
      modules.set(body, (modules.get(body) ?? new Set()).add(file))
    }
  expect(modules.size).toBeGreaterThan(1_000)
  const found = [...modules].filter(([, files]) => files.size > maxModules)
  expect(Object.fromEntries(found.map(([body, files]) => [body, files.size]))).toEqual(widespread)
})
