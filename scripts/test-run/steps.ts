import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  /** Says what is wrong with the output of a command that succeeded. */
  readonly distrust?: (output: string) => string | null
  /** The vitest project whose tests it runs. */
  readonly project?: Project
  /** Where vitest writes what became of them. */
  readonly report?: string
  /** Steps beside it that it waits for, by name, where they are run at all. */
  readonly after?: readonly string[]
  /** Left out of a plain `npm test`: run by this flag, by `--only` or where CI=true. */
  readonly flag?: string
}

export type Project = 'unit' | 'web' | 'database' | 'firebase' | 'browser' | 'engines' | 'cluster'

/** On Node 24, which runs this. */
const tool = (path: string, ...args: readonly string[]) =>
  [process.execPath, join(root, 'node_modules', path), ...args] as const
const script = (file: string, ...args: readonly string[]) =>
  [process.execPath, join(root, 'scripts', file), ...args] as const

/** Vitest's report of the last run of a whole project; scripts/soak.ts reads how long each file took. */
export const reportFile = (name: string): string => join(root, '.cache', `tests-${name}.json`)

/** Runs a project, with files or options for vitest after it. */
export function vitest(project: Project, rest: readonly string[] = [], report = reportFile(project)): Step {
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...rest]
  const step = { name: project, project, report }
  if (project === 'firebase')
    return { ...step, flag: '--firebase', command: script('test-firebase.ts', ...args) }
  // Where the panel is stale, scripts/start.db.test.ts builds it, into the same folder.
  const after = project === 'database' ? { after: ['build'] } : {}
  // Also the part of a project that is set apart, `database-apart`.
  return { ...step, ...after, command: tool('vitest/vitest.mjs', 'run', `--project=${project}*`, ...args) }
}

/** Of these files only; all when none is named. */
export const format = (...files: readonly string[]): Step => ({
  name: 'format',
  command: tool('oxfmt/bin/oxfmt', '--check', ...(files.length > 0 ? files : ['.'])),
})
export const lint = (...files: readonly string[]): Step => ({
  name: 'lint',
  command: tool('oxlint/bin/oxlint', '--type-aware', ...files),
})
export const english = (...files: readonly string[]): Step => ({
  name: 'english',
  command: script('check-english.ts', ...files),
})
export const types: Step = {
  name: 'types',
  command: tool('typescript/bin/tsc', '-p', '.', '--noEmit', '--checkers', '1'),
}
const wings = ['contract', 'server', 'web', 'agent', 'simulator', 'scripts', 'bench', 'demo']
export const boundaries: Step = {
  name: 'boundaries',
  command: tool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    ...wings,
    '--config',
    '.dependency-cruiser.cjs',
  ),
  // A compiler that it cannot use makes it read nothing and call that clean.
  distrust: (output) => {
    const sources = globSync(`{${wings.join(',')}}/**/*.{ts,tsx,mjs}`, { cwd: root }).length
    const modules = Number(/(\d+) modules/.exec(output)?.[1] ?? 0)
    return modules < sources ? `it read ${modules} modules of ${sources} source files` : null
  },
}
export const calls: Step = { name: 'calls', command: script('generate-calls.ts', '--verify') }
export const deadCode: Step = { name: 'dead-code', command: tool('knip/bin/knip.js', '--no-config-hints') }
export const docs: Step = { name: 'docs', command: script('check-docs.ts') }
export const tables: Step = { name: 'tables', command: script('generate-tables.ts', '--verify') }
export const build: Step = { name: 'build', command: script('build.ts') }

/** Firefox and WebKit, which are no part of a plain `npm test`. */
export const engines: Step = vitest('engines')
/** Cells of several machines on this one; as little a part of it. */
export const cluster: Step = vitest('cluster')

/** The steps of a lane run one after the other. */
export type Lane = readonly Step[]
/** Its lanes run beside each other. */
export type Phase = readonly Lane[]

/** Every check of the project. A phase begins when all of the one before has ended. */
export const phases: readonly Phase[] = [
  [
    // The emulator mostly waits, so its tests are beside those of the database.
    [
      build,
      format(),
      lint(),
      types,
      boundaries,
      calls,
      english(),
      deadCode,
      docs,
      vitest('unit'),
      vitest('web'),
      vitest('firebase'),
    ],
    [tables, vitest('database')],
  ],
  // It runs two files at once, which takes both cores of a small machine.
  [[vitest('browser')]],
]
