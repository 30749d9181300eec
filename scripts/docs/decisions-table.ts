/** What is wrong with the list of decisions (docs/adr/README.md), a sentence each: rows, order, gaps. */
export function decisionProblems(page: string, files: readonly string[]): readonly string[] {
  const rows = [...page.matchAll(/^\| \[(\d+)\]\(([\w-]+\.md)\) \|/gm)]
  const numbers = rows.map(([, number]) => Number(number))
  const listed = new Set(rows.map(([, , file]) => file))
  const unused = new Set(/^- Numbers .+ never used: ([\d, ]+)\.$/m.exec(page)?.[1]?.split(', ').map(Number))
  const gaps = Array.from({ length: Math.max(0, ...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number) && !unused.has(number),
  )
  return [
    ...files.filter((file) => !listed.has(file)).map((file) => `docs/adr/README.md lacks ${file}`),
    ...numbers
      .filter((number, index) => number <= (numbers[index - 1] ?? 0))
      .map((number) => `docs/adr/README.md: ${number} is out of order`),
    ...gaps.map((number) => `docs/adr/README.md: ${number} is neither listed nor named as never used`),
  ]
}
