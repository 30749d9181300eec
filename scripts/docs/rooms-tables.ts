/** The wings that have rooms, each with the names of its folders. */
export interface Wings {
  readonly contract: readonly string[]
  readonly server: readonly string[]
  readonly web: readonly string[]
}

/** Shared schemas and fixtures are not rooms. */
const apart = new Set(['shared', 'testing'])

/**
 * Two tables: the folders of the contract, which are the rooms, and those of one side only. What each holds is written
 * by hand in its row of `current` and stays; a new folder gets an empty cell.
 */
export function roomsTables(current: string, wings: Wings): string {
  const held = heldIn(current)
  const rooms = wings.contract.filter((name) => !apart.has(name)).toSorted()
  const has = (wing: keyof Wings, name: string) => (wings[wing].includes(name) ? '✓' : '–')
  const roomRows = rooms.map(
    (name) =>
      `| ${name} | ${has('contract', name)} | ${has('server', name)} | ${has('web', name)} | ${held.get(name) ?? ''} |`,
  )
  const oneSided = (['server', 'web'] as const).flatMap((wing) =>
    wings[wing]
      .filter((name) => !apart.has(name) && !rooms.includes(name))
      .toSorted()
      .map((name) => `\`${wing}/${name}\``),
  )
  return [
    '| Room | contract | server | web | Holds |',
    '| --- | --- | --- | --- | --- |',
    ...roomRows,
    '',
    '| Folder of one side | Holds |',
    '| --- | --- |',
    ...oneSided.map((path) => `| ${path} | ${held.get(path) ?? ''} |`),
  ].join('\n')
}

/** The folders whose row does not say what they hold. */
export const unexplained = (tables: string): readonly string[] =>
  [...heldIn(tables)].flatMap(([name, holds]) => (holds === '' ? [name] : []))

/** By name, the last cell of each row. */
function heldIn(tables: string): ReadonlyMap<string, string> {
  const rows = tables.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  return new Map(
    rows.map((row) => {
      const cells = row.split('|').map((cell) => cell.trim())
      return [cells[1] ?? '', cells.at(-2) ?? '']
    }),
  )
}
