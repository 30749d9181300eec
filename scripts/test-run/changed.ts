import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { browserFilesFor } from './browser-files.ts'
import { databaseFilesFor, everyDatabaseFile } from './database-files.ts'
import {
  boundaries,
  build,
  calls,
  deadCode,
  docs,
  english,
  format,
  lint,
  reportFile,
  root,
  tables,
  types,
  vitest,
  type Phase,
  type Project,
  type Step,
} from './steps.ts'

/**
 * `npm test -- --changed`: what the files changed since main's last common commit call for, committed or not;
 * `--changed=HEAD~3`: since another one. With `--only` of these steps only those.
 */
export function changedPhases(since?: string): {
  readonly phases: readonly Phase[]
  /** Of these steps, which were run. */
  readonly leftOut: (run: readonly string[]) => string
} {
  const base = since ?? commonCommit()
  const changed = filesSince(base)
  const present = changed.filter((file) => existsSync(join(root, file)))
  const of = (pattern: RegExp) => present.filter((file) => pattern.test(file))
  const touches = (pattern: RegExp) => changed.some((file) => pattern.test(file))

  const code = touches(/\.(tsx?|mjs)$|^(package|tsconfig)\.json$/)
  const related = (project: Project) =>
    vitest(project, [`--changed=${base}`], reportFile(`changed-${project}`))
  const databaseFiles = databaseFilesFor(changed)
  const browserFiles = browserFilesFor(changed)
  const checked = [
    when(browserFiles.length > 0, build),
    ofFiles(format, of(/\.(tsx?|mjs|cjs|jsx?|json|css|html)$/)),
    ofFiles(lint, of(/\.(tsx?|mjs)$/)),
    ofFiles(english, of(/\.(tsx?|mjs|sql|css|md)$/)),
    when(code, types),
    when(code, boundaries),
    when(touches(/^contract\//), calls),
    when(code, deadCode),
    docs,
  ]
  const tested = [
    when(touches(/^server\/db\//), tables),
    when(code, related('unit')),
    when(code, related('web')),
    when(databaseFiles.length > 0, vitest('database', databaseFiles, reportFile('changed-database'))),
  ]
  const browser = vitest('browser', browserFiles, reportFile('changed-browser'))
  const phases = [[checked, tested], [[when(browserFiles.length > 0, browser)]]].map((phase) =>
    phase.map((lane) => lane.filter((step) => step !== null)),
  )
  return {
    phases,
    leftOut: (run) => leftOutOf(run, changed.length, { database: databaseFiles, browser: browserFiles }),
  }
}

const when = (wanted: boolean, step: Step): Step | null => (wanted ? step : null)

const ofFiles = (step: (...files: readonly string[]) => Step, files: readonly string[]): Step | null =>
  files.length > 0 ? step(...files) : null

const everyStep = ['format', 'lint', 'types', 'boundaries', 'calls', 'english', 'dead-code', 'docs', 'tables']
const everyProject = ['unit', 'web', 'database', 'firebase', 'build', 'browser']

function leftOutOf(
  run: readonly string[],
  changed: number,
  files: Readonly<Record<'database' | 'browser', readonly string[]>>,
): string {
  const steps = [...everyStep, ...everyProject].filter((name) => !run.includes(name))
  const all = {
    database: everyDatabaseFile().length,
    browser: globSync('e2e/*.e2e.ts', { cwd: root }).length,
  }
  const parts = (['database', 'browser'] as const)
    .filter((name) => run.includes(name))
    .map((name) => `${all[name] - files[name].length} of ${all[name]} ${name} files (rooms not touched)`)
  return [
    `Of ${changed} changed files. Left out: ${steps.join(', ') || 'no step'}`,
    ...parts,
    'unit and web tests that no changed file reaches by imports.',
  ].join('; ')
}

function commonCommit(): string {
  for (const branch of ['main', 'origin/main']) {
    const found = spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8' })
    if (found.status === 0) return found.stdout.trim()
  }
  return 'HEAD'
}

/** Deleted ones too. */
function filesSince(base: string): readonly string[] {
  const files = [
    ...git('diff', '--name-only', '--no-renames', '-z', base),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return [...new Set(files)]
}

function git(...args: readonly string[]): readonly string[] {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`)
  return done.stdout.split('\0').filter(Boolean)
}
