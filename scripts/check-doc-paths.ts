import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Every path in backquotes must exist, except in decisions (docs/adr), which are not edited when files move. */
const root = fileURLToPath(new URL('..', import.meta.url))
const documents = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/**/*.md', { cwd: root, exclude: ['docs/adr/*'] }),
  'agent/README.md',
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
