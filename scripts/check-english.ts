import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hitsIn } from './english-patterns.ts'

/**
 * Refuses phrases that read as translated, in comments, names, tests and documents. Each top folder has a
 * count that may only fall: `node scripts/check-english.ts --update` lowers the counts of the baseline,
 * `--list=server` prints the hits of a folder. Files as arguments: only those.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const baselineFile = join(root, 'scripts/english-baseline.json')
const baseline = JSON.parse(readFileSync(baselineFile, 'utf8')) as Record<string, number>
/** They hold the patterns as examples. */
const own = new Set(['scripts/english-patterns.ts', 'scripts/english-patterns.test.ts'])

const named = new Set(process.argv.slice(2).filter((argument) => !argument.startsWith('--')))
const files = [
  ...globSync('{contract,server,web,agent,simulator,scripts,bench,demo,e2e}/**/*.{ts,tsx,mjs,sql,css}', {
    cwd: root,
  }),
  ...globSync('{*.md,{docs,agent,simulator}/**/*.md}', { cwd: root }),
].filter((file) => !own.has(file) && (named.size === 0 || named.has(file)))

const hits = files.flatMap((file) =>
  hitsIn(readFileSync(join(root, file), 'utf8')).map((hit) => ({ ...hit, file, folder: folderOf(file) })),
)
const folders = [...new Set(files.map(folderOf))].toSorted()
const counts = Object.fromEntries(
  folders.map((folder) => [folder, hits.filter((hit) => hit.folder === folder).length]),
)

const listed = process.argv.find((argument) => argument.startsWith('--list='))?.slice('--list='.length)
if (listed) print(hits.filter((hit) => hit.folder === listed))

const grown = folders.filter((folder) => (counts[folder] ?? 0) > (baseline[folder] ?? 0))
for (const folder of grown) {
  console.error(
    `${folder}: ${counts[folder]} phrases to rewrite, at most ${baseline[folder] ?? 0} allowed. Newest files first:`,
  )
  print(newestFirst(hits.filter((hit) => hit.folder === folder)).slice(0, 20))
}
if (grown.length > 0) process.exit(1)

if (process.argv.includes('--update')) writeFileSync(baselineFile, `${JSON.stringify(counts, null, 2)}\n`)
else if (named.size === 0) {
  const fallen = folders.filter((folder) => (counts[folder] ?? 0) < (baseline[folder] ?? 0))
  if (fallen.length > 0) console.log(`fewer than the baseline, lower it with --update: ${fallen.join(', ')}`)
}
console.log(
  `${hits.length} phrases left: ${folders.map((folder) => `${folder} ${counts[folder]}`).join(', ')}`,
)

function folderOf(file: string): string {
  return file.endsWith('.md') ? 'documents' : (file.split('/')[0] ?? '')
}

function print(found: readonly (typeof hits)[number][]): void {
  for (const { file, line, text, instead } of found) console.error(`  ${file}:${line} "${text}" → ${instead}`)
}

/** The new phrase is most likely in a file that was just saved. */
function newestFirst(found: readonly (typeof hits)[number][]): (typeof hits)[number][] {
  return found.toSorted((a, b) => savedAt(b.file) - savedAt(a.file))
}

function savedAt(file: string): number {
  return statSync(join(root, file)).mtimeMs
}
