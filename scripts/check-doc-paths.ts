import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Every path in backquotes in a document must exist. */
const root = fileURLToPath(new URL('..', import.meta.url))
const documents = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/**/*.md', { cwd: root }),
  'simulator/README.md',
]
const wing = /`((?:contract|server|web|simulator|scripts|bench|demo|e2e|docs|agent|\.ci)\/[\w./-]*[\w/])`/g

const missing = documents.flatMap((document) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(wing)].flatMap(([, path = '']) =>
    existsSync(join(root, path)) || existsSync(join(root, dirname(document), path))
      ? []
      : [`${document}: ${path}`],
  ),
)
for (const line of missing) console.error(`no such path: ${line}`)
if (missing.length > 0) process.exit(1)
