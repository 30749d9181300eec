import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.ts'

/** Of `among` the changed files and those that import one of them, directly or through others of `among`. */
export function importersOf(changed: readonly string[], among: readonly string[]): readonly string[] {
  const reached = new Set(changed.filter((file) => among.includes(file)))
  if (reached.size === 0) return []
  const imports = among.map((file) => [file, importsOf(file)] as const)
  for (let before = 0; before < reached.size;) {
    before = reached.size
    for (const [file, its] of imports) if (its.some((one) => reached.has(one))) reached.add(file)
  }
  return [...reached]
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))
}
