import fc from 'fast-check'
import { expect, test } from 'vitest'
import { menuIn, readSheet } from './testing/read.ts'
import { workbook, type TestSheet } from './testing/workbook.ts'

/** What people write into a line below the titles `Item`, `Preço`, `Opção`. */
const line = fc.record({
  kind: fc.constantFrom(
    'item',
    'item',
    'item',
    'no price',
    'no name',
    'option',
    'category',
    'titles',
    'blank',
  ),
  price: fc.oneof(fc.double({ min: 0, max: 900, noNaN: true }), fc.constantFrom('12,50', 'R$ 9', '1.250,00')),
  isHidden: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
})
const sheets = fc.array(
  fc.record({
    kind: fc.constantFrom('same', 'same', 'same', 'hidden', 'other', 'none'),
    title: fc.boolean(),
    lines: fc.array(line, { maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 4 },
)

const noTable =
  'Não há colunas de item e preço nesta planilha. A primeira linha precisa dizer o nome de cada coluna. Comece pelo modelo.'

const isDish = (cell: unknown): cell is string => typeof cell === 'string' && cell.startsWith('Prato')

type Line = typeof line extends fc.Arbitrary<infer T> ? T : never

test('every line of a workbook is an item, part of one, a title, a problem with its line, or named as left out', async () => {
  await fc.assert(
    fc.asyncProperty(sheets, async (generated) => {
      const made = generated.map(({ kind, title, lines }, at) => sheetOf(kind, title, lines, at))
      const seen = made.flatMap(({ rows }) =>
        rows.filter((cells) => cells.some((cell) => cell !== '')),
      ).length
      const read = await readSheet(await workbook(made))
      if (!read.found) {
        // The whole file is refused with its cause: it has titles only, or nothing that looks like a table.
        expect(['A planilha não tem itens.', 'A planilha está vazia.', noTable]).toContain(read.message)
        const readable = made.filter(({ rows }) => rows.some((cells) => cells[0] === 'Item'))
        expect(readable.flatMap(({ rows }) => rows).filter(([cell]) => isDish(cell))).toEqual([])
        return
      }
      const { items, problems, spreadsheet } = menuIn(read)
      const { lines } = spreadsheet ?? { lines: null }
      if (!lines) throw new Error('a spreadsheet that does not say how it was read')
      expect(lines.seen).toBe(seen)
      expect(lines.items + lines.options + lines.titles + lines.problems + lines.leftOut).toBe(seen)
      expect(lines.items).toBe(items.length)
      const names = new Set(items.map(({ name }) => name))
      const text = problems.map(({ where, message }) => `${where}: ${message}`).join('\n')
      for (const [at, sheet] of made.entries())
        for (const [index, cells] of sheet.rows.entries()) {
          const [name] = cells
          if (!isDish(name) || names.has(name)) continue
          const sheetIsNamed = text.includes(`Aba S${at}: `)
          const lineIsNamed = new RegExp(`(?:S${at}, linha|Linha) ${index + 1}:`).test(text)
          expect([name, sheetIsNamed || lineIsNamed]).toEqual([name, true])
        }
    }),
    { numRuns: 300 },
  )
})

function sheetOf(kind: string, hasTitle: boolean, lines: readonly Line[], at: number): TestSheet {
  const head =
    kind === 'other' ? ['Produto', 'Valor', 'Opção'] : kind === 'none' ? [] : ['Item', 'Preço', 'Opção']
  const above = hasTitle ? [['CARDÁPIO', '', '']] : []
  const body = lines.map((one, index) => cellsOf(one, `Prato ${at}-${index}`))
  const first = above.length + 2
  return {
    name: `S${at}`,
    ...(kind === 'hidden' ? { state: 'hidden' } : {}),
    rows: [...above, head, ...body],
    hiddenRows: lines.flatMap(({ isHidden }, index) => (isHidden ? [first + index] : [])),
  }
}

function cellsOf({ kind, price }: Line, name: string): (string | number)[] {
  switch (kind) {
    case 'item':
      return [name, price, '']
    case 'no price':
      return [name, 'a combinar', '']
    case 'no name':
      return ['', price, '']
    case 'option':
      return ['', '', 'Com gelo']
    case 'category':
      return ['BEBIDAS', '', '']
    case 'titles':
      return ['Item', 'Preço', 'Opção']
    default:
      return ['', '', '']
  }
}
