/** A database of stores and the name by which the directory knows it. */
export interface CellAddress {
  readonly name: string
  readonly url: string
}

const cellText = /^([a-z][a-z0-9-]{0,30})=(postgres(?:ql)?:\/\/\S+)$/

/** Null: the text is no list of cells. A comma inside an address is written %2C. */
export function cellsOf(text: string): readonly CellAddress[] | null {
  const cells: CellAddress[] = []
  for (const part of text.split(',')) {
    const [, name, url] = cellText.exec(part.trim()) ?? []
    if (name === undefined || url === undefined || !URL.canParse(url)) return null
    cells.push({ name, url })
  }
  return cells
}

/** Sentences in pt-BR. */
export function* cellRefusals({
  CELLS: cells,
  DATABASE_URL: directoryUrl,
  DATABASE_DIRECT_URL: directUrl,
  DEMO: demo,
}: {
  readonly CELLS?: readonly CellAddress[] | undefined
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_DIRECT_URL?: string | undefined
  readonly DEMO: boolean
}): Generator<string> {
  if (directUrl !== undefined && directoryUrl === undefined)
    yield 'DATABASE_DIRECT_URL: informe também DATABASE_URL, o endereço do mesmo banco pelo pooler'
  if (!cells) return
  if (directUrl !== undefined)
    yield 'CELLS: com várias células o Balcão entra em cada banco sem pooler; tire DATABASE_DIRECT_URL'
  if (demo) yield 'CELLS: os dados de demonstração são de uma máquina só; use DEMO=off'
  if (directoryUrl === undefined)
    yield 'CELLS: informe também DATABASE_URL, o banco das pessoas e dos endereços (o diretório)'
  for (const name of repeated(cells.map((cell) => cell.name)))
    yield `CELLS: há duas células com o nome ${name}`
  for (const place of repeated(cells.map((cell) => databaseAt(cell.url))))
    yield `CELLS: duas células apontam para o mesmo banco, ${place}`
}

/** Server and name of a database, without who logs in: what two addresses of one database have in common. */
export function databaseAt(url: string): string {
  const { hostname, port, pathname, username } = new URL(url)
  const name = pathname.length > 1 ? pathname.slice(1) : username
  return `${hostname}:${port === '' ? '5432' : port}/${name}`
}

const repeated = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text, index) => texts.indexOf(text) !== index)),
]
