import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const quote = /\/\/ (docs\/product\/[\w-]+\.md):(\d+) “([^”]+)”/g

/** Each `// docs/product/<page>.md:<line> “words”` of a test. */
const quotes = globSync('{contract,server,web,agent,scripts,e2e}/**/*.{test.ts,test.tsx,e2e.ts}', {
  cwd: root,
}).flatMap((file) =>
  [...readFileSync(root + file, 'utf8').matchAll(quote)].map(([, page = '', line = '', words = '']) => ({
    file,
    page,
    line: Number(line),
    words,
  })),
)

/** An edit above may move a line a little. */
const maxDistance = 10

test('the lines of the product contract that tests quote stand where they say', () => {
  expect(quotes.length).toBeGreaterThan(5)
  const moved = quotes.flatMap(({ file, page, line, words }) => {
    const lines = readFileSync(root + page, 'utf8')
      .toLowerCase()
      .split('\n')
    const found = lines.flatMap((text, at) => (text.includes(words.toLowerCase()) ? [at + 1] : []))
    const stands = found.some((at) => Math.abs(at - line) <= maxDistance)
    return stands ? [] : [`${file}: ${page}:${line} “${words}” is on line ${found.join(', ')}`]
  })
  expect(moved).toEqual([])
})
