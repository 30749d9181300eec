/** A ts or tsx block of a how-to: where its code belongs, and the code. */
export interface Block {
  readonly page: string
  readonly path: string
  /** Text of a line of the file; the code goes below it. Absent: the code is a new file, or the end of one. */
  readonly below: string | null
  readonly code: string
}

/**
 * The blocks of a page. The first line of each names its place: `// server/stores/read-day.ts`, or
 * `// server/worker/consumers.ts, below: openings(deps),`. A block without it is a problem, a sentence.
 */
export function blocksOf(
  page: string,
  text: string,
): { blocks: readonly Block[]; problems: readonly string[] } {
  const found = [...text.matchAll(/^( *)```tsx?\n(.*?)\n\1```$/gms)].map(([, indent = '', body = '']) => {
    const [place = '', ...code] = body.split('\n').map((line) => line.replace(indent, ''))
    const [, path, below] = /^\/\/ ([\w./-]+\.tsx?)(?:, below: (.+))?$/.exec(place) ?? []
    return path === undefined ? place : { page, path, below: below ?? null, code: code.join('\n') }
  })
  return {
    blocks: found.filter((block) => typeof block !== 'string'),
    problems: found.flatMap((block) =>
      typeof block === 'string'
        ? [`${page}: the block “${block}” does not name its file in its first line`]
        : [],
    ),
  }
}

/** The file with the block in it. Imports of a block that goes below a line stand first. Throws without that line. */
export function withBlock(file: string, { page, path, below, code }: Block): string {
  if (below === null) return `${file}\n${code}\n`
  const lines = file.split('\n')
  const at = lines.findIndex((line) => line.includes(below))
  if (at === -1) throw new Error(`${page}: ${path} has no line “${below}”`)
  const isImport = (line: string) => line.startsWith('import ')
  const own = code.split('\n')
  return [
    ...own.filter(isImport),
    ...lines.slice(0, at + 1),
    ...own.filter((line) => !isImport(line)),
    ...lines.slice(at + 1),
  ].join('\n')
}
