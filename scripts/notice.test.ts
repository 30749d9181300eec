import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

interface LockedPackage {
  readonly license?: string
  readonly dev?: boolean
}

/** Nothing more than their own text has to go along. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
]
/** Without a licence in the lock file; by the text in each package. */
const readByHand = new Map([
  ['limiter', 'MIT'],
  ['png-js', 'MIT'],
])

/** `  name licence`, where `*` in a name stands for a system. */
const named = [...readFileSync(join(root, 'NOTICE'), 'utf8').matchAll(/^ {2}(@?[\w./*-]+) {2,}(.+)$/gm)].map(
  ([, name = '', licence = '']) => ({
    pattern: new RegExp(`^${name.replaceAll('.', String.raw`\.`).replaceAll('*', String.raw`[\w-]+`)}$`),
    licence,
  }),
)

test('NOTICE names each package of the product whose licence asks for more than its own text, and no other', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const shipped = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return { name, licence: license ?? readByHand.get(name) ?? 'none' }
    })
  const due = shipped.filter(({ licence }) => licence.split(' AND ').some((one) => !permissive.includes(one)))
  const unnamed = due.filter(
    ({ name, licence }) => !named.some((one) => one.pattern.test(name) && one.licence === licence),
  )
  expect(unnamed).toEqual([])
  expect(named.filter(({ pattern }) => !due.some(({ name }) => pattern.test(name)))).toEqual([])
  expect(due.some(({ licence }) => licence.includes('LGPL'))).toBe(true)
})
