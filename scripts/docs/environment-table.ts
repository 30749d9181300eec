/**
 * Where the tables of docs/environment.md and the variables of the server differ, a sentence each. A row may name several
 * variables in its first cell; each has one row.
 */
export function differingVariables(page: string, variables: readonly string[]): readonly string[] {
  const named = [...page.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  return [
    ...variables.filter((name) => !named.includes(name)).map((name) => `docs/environment.md lacks ${name}`),
    ...named
      .filter((name) => !variables.includes(name))
      .map((name) => `docs/environment.md names ${name}, which the server does not read`),
    ...named
      .filter((name, index) => named.indexOf(name) !== index)
      .map((name) => `docs/environment.md names ${name} twice`),
  ]
}
