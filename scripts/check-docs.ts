import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environmentNames } from '../server/env.ts'
import { decisionProblems } from './docs/decisions-table.ts'
import { differingVariables } from './docs/environment-table.ts'
import { figureProblems, type Known } from './docs/figures-table.ts'
import { pageWith, root, stalePage } from './docs/generated-part.ts'
import { howToProblems } from './docs/how-to-problems.ts'
import { roomsPart } from './docs/rooms-part.ts'
import { unexplained } from './docs/rooms-tables.ts'
import { tableProblems, unknownTests } from './security/asvs-table.ts'
import { testNamesIn } from './security/test-names.ts'

/** The check `docs`: what a document says of the tree must be true. Prints a sentence for each problem. */
const problems = [
  ...missingPaths(),
  ...missingPages(),
  ...undocumentedScreens(),
  ...decisionProblems(read('docs/adr/README.md'), globSync('[0-9]*.md', { cwd: join(root, 'docs/adr') })),
  ...securityProblems(),
  ...roomProblems(),
  ...differingVariables(read('docs/environment.md'), environmentNames),
  ...figureProblems(read('docs/figures.md'), knownCommands()),
  ...howToProblems(),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

/**
 * Every path in backquotes must exist, unless *(new)* follows it. Decisions (docs/adr) are left out: they are not edited
 * when files move.
 */
function missingPaths(): readonly string[] {
  const documents = [
    ...globSync('*.md', { cwd: root }),
    ...globSync('docs/**/*.md', { cwd: root, exclude: ['docs/adr/*'] }),
    'agent/README.md',
    'simulator/README.md',
  ]
  const path =
    /`((?:contract|server|web|simulator|scripts|bench|demo|e2e|docs|agent|\.ci)\/[\w./-]*[\w/])`(?! \*\(new\)\*)/g
  return documents.flatMap((document) =>
    [...read(document).matchAll(path)].flatMap(([, named = '']) =>
      existsSync(join(root, named)) || existsSync(join(root, dirname(document), named))
        ? []
        : [`${document}: no such path: ${named}`],
    ),
  )
}

/** Every page that code cites must exist. Migrations are left out: they are not edited once applied. */
function missingPages(): readonly string[] {
  const sources = globSync(
    '{contract,server,web,simulator,scripts,bench,demo,e2e,agent}/**/*.{ts,tsx,mjs,css}',
    {
      cwd: root,
    },
  )
  return sources.flatMap((source) =>
    [...read(source).matchAll(/docs\/[\w/-]+\.md/g)].flatMap(([page]) =>
      existsSync(join(root, page)) || source.endsWith('.test.ts') ? [] : [`${source}: no such page: ${page}`],
    ),
  )
}

function undocumentedScreens(): readonly string[] {
  const screens = read('docs/product/screens.md')
  return [...read('web/routes.tsx').matchAll(/path: '(\/[^']*)'/g)]
    .map(([, path = '']) => path.replace(/\$(\w+)/, '{$1}'))
    .filter((path) => !screens.includes(`\`${path}\``))
    .map((path) => `docs/product/screens.md lacks the screen ${path}`)
}

/** Every test that docs/security names must exist. */
function securityProblems(): readonly string[] {
  const testsOf = (file: string) =>
    existsSync(join(root, file)) ? testNamesIn(read(file), file.endsWith('x')) : null
  return globSync('docs/security/*.md', { cwd: root }).flatMap((document) => {
    const text = read(document)
    const found = [
      ...unknownTests(text, testsOf),
      ...(document.endsWith('asvs.md') ? tableProblems(text) : []),
    ]
    return found.map((problem) => `${document}: ${problem}`)
  })
}

/** The tables of rooms are those of the tree, and each row says what the room holds. */
function roomProblems(): readonly string[] {
  const { was, is } = pageWith(roomsPart)
  if (was !== is) return [stalePage(roomsPart)]
  return unexplained(is).map((room) => `ARCHITECTURE.md: the row of ${room} does not say what it holds`)
}

function knownCommands(): Known {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const parts = [...read('bench/bench.ts').matchAll(/'([a-z]+)'/g)].map(([, word = '']) => word)
  return { scripts: Object.keys(scripts), parts }
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
