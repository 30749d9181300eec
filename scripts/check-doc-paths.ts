import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableProblems, unknownTests } from './security/asvs-table.ts'
import { testNamesIn } from './security/test-names.ts'

/**
 * Every path in backquotes must exist, unless *(new)* follows it, and every test that docs/security names. Decisions
 * (docs/adr) are left out: they are not edited when files move.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const documents = [
  ...globSync('*.md', { cwd: root }),
  ...globSync('docs/**/*.md', { cwd: root, exclude: ['docs/adr/*'] }),
  'agent/README.md',
  'simulator/README.md',
]
const wing =
  /`((?:contract|server|web|simulator|scripts|bench|demo|e2e|docs|agent|\.ci)\/[\w./-]*[\w/])`(?! \*\(new\)\*)/g

const missing = documents.flatMap((document) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(wing)].flatMap(([, path = '']) =>
    existsSync(join(root, path)) || existsSync(join(root, dirname(document), path))
      ? []
      : [`${document}: ${path}`],
  ),
)
const screens = readFileSync(join(root, 'docs/product.md'), 'utf8').split('\n## 3. ')[0] ?? ''
const undocumented = [...readFileSync(join(root, 'web/routes.tsx'), 'utf8').matchAll(/path: '(\/[^']*)'/g)]
  .map(([, path = '']) => path.replace(/\$(\w+)/, '{$1}'))
  .filter((path) => !screens.includes(`\`${path}\``))

const decisions = readFileSync(join(root, 'docs/adr/README.md'), 'utf8')
const unlisted = globSync('[0-9]*.md', { cwd: join(root, 'docs/adr') }).filter(
  (file) => !decisions.includes(`](${file})`),
)

const testsOf = (file: string) =>
  existsSync(join(root, file))
    ? testNamesIn(readFileSync(join(root, file), 'utf8'), file.endsWith('x'))
    : null
const security = globSync('docs/security/*.md', { cwd: root }).flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const problems = [
    ...unknownTests(text, testsOf),
    ...(document.endsWith('asvs.md') ? tableProblems(text) : []),
  ]
  return problems.map((problem) => `${document}: ${problem}`)
})

for (const line of missing) console.error(`no such path: ${line}`)
for (const line of security) console.error(line)
for (const path of undocumented) console.error(`docs/product.md section 2 lacks the screen ${path}`)
for (const file of unlisted) console.error(`docs/adr/README.md lacks ${file}`)
if (missing.length + security.length + undocumented.length + unlisted.length > 0) process.exit(1)
