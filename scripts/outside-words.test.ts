import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { outsideWords } from './outside-words.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What runs where strangers' words come in. */
const rooms = /^(contract|server|web|agent)\//
const isOfTests = /\.test\.tsx?$|\/testing\//
/** The one place that asks an object for any word, after it has made sure that the word is its own. */
const helper = 'contract/shared/lookup.ts'

test('no room asks an object for a word that may be any text', { timeout: 120_000 }, () => {
  const isProduct = (file: string): boolean => {
    const path = relative(root, file)
    return rooms.test(path) && !isOfTests.test(path) && path !== helper
  }
  const found = outsideWords(join(root, 'tsconfig.json'), isProduct)
  expect(found.map((one) => one.slice(root.length))).toEqual([])
})

test('such a look-up is found in each of its forms, and a key that the types know is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-words-'))
  try {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, types: [], noEmit: true }, files: ['sample.ts'] }),
    )
    writeFileSync(
      join(folder, 'sample.ts'),
      `const labels: Record<string, string> = { open: 'aberto' }
       const known = { open: 'aberto' } as const
       export const byWord = (word: string) => labels[word]
       export const byCast = (word: string) => known[word as keyof typeof known]
       export const byIn = (word: string) => word in known
       export const byChance = (word?: string) => labels[word ?? '']
       export function write(word: string) { labels[word] = '' }
       export const fine = (word: 'open', at: number, list: string[]) => [labels.open, labels[word], known[word], list[at]]
      `,
    )
    const found = outsideWords(join(folder, 'tsconfig.json'), (file) => file.endsWith('/sample.ts'))
    expect(found.map((one) => one.split(' ').slice(1).join(' '))).toEqual([
      'labels[word]',
      'known[word as keyof typeof known]',
      'word in known',
      "labels[word ?? '']",
      'labels[word]',
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
