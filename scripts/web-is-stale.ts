import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist', '.sources')

/** Whether the sources differ from those of the last build. */
export function webIsStale(): boolean {
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash()
  return !fresh || !existsSync(join(root, 'dist', 'web', 'index.html'))
}

export function keepSourcesOfBuild(): void {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, sourcesHash())
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = globSync(['web/**/*', 'contract/**/*.ts', 'vite.config.ts', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}
