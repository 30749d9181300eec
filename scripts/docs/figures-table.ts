/** What the page may cite. */
export interface Known {
  /** What `npm run bench -- --only=…` can measure. */
  readonly parts: readonly string[]
  /** The scripts of package.json. */
  readonly scripts: readonly string[]
}

/** A cell that is longer hides its figure. */
const maxCellCharacters = 130

/** What is wrong with the tables of docs/figures.md, a sentence each: commands that do not exist, and cells that are too long. */
export function figureProblems(page: string, { parts, scripts }: Known): readonly string[] {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const measured = rows.flatMap((row) => {
    const part = row.length === 5 ? /^`([a-z]+)`$/.exec(row[4] ?? '')?.[1] : undefined
    return part === undefined ? [] : [part]
  })
  const run = [...page.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  return [
    ...rows
      .flat()
      .filter((cell) => cell.length > maxCellCharacters)
      .map((cell) => `docs/figures.md: a cell of ${cell.length} characters: “${cell.slice(0, 40)}…”`),
    ...measured
      .filter((part) => !parts.includes(part))
      .map((part) => `docs/figures.md: npm run bench has no part ${part}`),
    ...run.filter((name) => !scripts.includes(name)).map((name) => `docs/figures.md: no npm run ${name}`),
  ]
}
