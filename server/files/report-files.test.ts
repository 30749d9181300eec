import { Readable } from 'node:stream'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { cellText } from './cell-text.ts'
import { csvReport } from './csv-report.ts'
import { csvRow, textOfCell } from './csv.rules.ts'
import { filePool } from './file-pool.ts'
import { cellPadding, columnGroups, placeColumns } from './pdf-columns.rules.ts'
import { pdfReport } from './pdf-report.ts'
import type { ReportDocument, ReportRow } from './report-document.ts'
import { xlsxReport } from './xlsx-report.ts'

const columns = [
  { label: 'Dia', kind: 'day' },
  { label: 'Momento', kind: 'moment' },
  { label: 'Loja', kind: 'text' },
  { label: 'Líquido', kind: 'cents' },
  { label: 'Quantidade', kind: 'milli' },
  { label: 'Cancelamento', kind: 'share' },
] as const

const report = (
  rows: Iterable<ReportRow> | AsyncIterable<ReportRow>,
  totals?: ReportRow,
): ReportDocument => ({
  name: 'vendas',
  title: 'Vendas',
  metadata: ['De 1/11/2026 a 20/11/2026'],
  sections: [{ title: 'Por dia: loja/canal', columns, rows, ...(totals ? { totals } : {}) }],
})

const friday: ReportRow = ['2026-11-20', '2026-11-20 19:04', 'Sabor & Cia', 123_456, 1_500, 0.125]

async function bytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer))
  return Buffer.concat(chunks)
}

const csvText = async (document: ReportDocument) => {
  let text = ''
  for await (const piece of csvReport(document)) text += piece
  return text
}

test('a Brazilian spreadsheet opens the CSV correctly: byte order mark, semicolons, decimal commas, local days', async () => {
  const text = await csvText(report([friday], ['Total', null, null, 123_456, 1_500, null]))
  expect(text.startsWith('\uFEFFDia;Momento;Loja;')).toBe(true)
  const two = report([friday])
  const both = await csvText({ ...two, sections: [...two.sections, ...two.sections] })
  expect(
    both.startsWith('\uFEFFVendas\r\nDe 1/11/2026 a 20/11/2026\r\n\r\nPor dia: loja/canal\r\nDia;'),
  ).toBe(true)
  expect(text).toContain('20/11/2026;20/11/2026 19:04;Sabor & Cia;1234,56;1,500;12,5%\r\n')
  expect(text).toContain('Total;;;1234,56;1,500;\r\n')
  expect(await csvText(report([[null, null, '-12', -1_200, -1_000, null]]))).toContain(
    ";;'-12;-12,00;-1;\r\n",
  )
})

test('a score keeps both decimals for spreadsheets, as a target of 4,7 is missed by 4,65', () => {
  expect(cellText(4.65, 'score', false)).toBe('4,65')
  expect(cellText(4.65, 'score', true)).toBe('4,7')
})

test('the workbook contains real numbers and days, a sheet for each table', async () => {
  const workbook = await readXlsx(await bytes(xlsxReport(report([friday]))))
  expect(workbook.sheets.map((sheet) => sheet.name)).toEqual(['Sobre', 'Por dia  loja canal'])
  const row = workbook.sheets[1]?.rows[1]
  expect(row?.[0]).toEqual(new Date('2026-11-20T00:00:00Z'))
  expect(row?.[1]).toEqual(new Date('2026-11-20T19:04:00Z'))
  expect(row?.slice(2)).toEqual(['Sabor & Cia', 1_234.56, 1.5, 0.125])
})

/** `="0042"`: nothing but figures, signs of a date and the names of months can be in it. */
const isTextFormula = (cell: string): boolean => /^="\s*\d[\da-z ./-]*\s*"$/i.test(cell)

const asCell = (text: string) =>
  String((parseCsv(csvRow([text, 'x']), { delimiter: ';' }) as string[][])[0]?.[0])

test.each([
  ...['0042', '00', ' 0042 ', '7891234567895', '123456789012345678', '1E5', '1.234', '1-2', '12/14', '3.5'],
  ...['10-jan', '5 mai', '2026-11-20'],
])('the code “%s” is whole in Excel of Brazil, and is read back as it was', (text) => {
  expect(asCell(text)).toBe(`="${text}"`)
  expect(textOfCell(asCell(text))).toBe(text)
})

test.each([
  ...[
    '0',
    '42',
    '1234567890',
    '10:30',
    '12,50',
    'A-0042',
    '0042-A',
    '10%',
    '05409-000',
    '529.982.247-25',
    '',
  ],
  ...['+5511987654321', '=1+1', '="0042"', "'0042", '0042;"x"', ' =1'],
])('“%s” needs no help, and is read back as it was', (text) => {
  expect(asCell(text).startsWith('=')).toBe(false)
  expect(textOfCell(asCell(text))).toBe(text)
})

test('in a report an order’s code keeps its zeros; days and figures stay days and figures', async () => {
  const columns = [
    { label: 'Pedido', kind: 'text' },
    { label: 'Dia', kind: 'day' },
    { label: 'Itens', kind: 'count' },
  ] as const
  const document = { ...report([]), sections: [{ title: 'x', columns, rows: [['0042', '2026-11-20', 7]] }] }
  expect(await csvText(document)).toContain('"=""0042""";20/11/2026;7\r\n')
})

test('no name becomes a formula in the CSV', () => {
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '', ' ', '"', ';', '＝', '＠', "'")
  const name = fc
    .tuple(start, start, fc.string({ unit: 'grapheme', maxLength: 12 }))
    .map((part) => part.join(''))
  fc.assert(
    fc.property(name, (text) => {
      // As a spreadsheet parses it: without outer quotes, doubled ones single.
      const line = csvRow([text, 'x']).slice(0, -4)
      const read = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line
      if (!isTextFormula(read)) expect(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(read)).toBe(false)
    }),
    { numRuns: 5_000 },
  )
})

test.each([';', ',', '\t'])('no part of a name becomes a formula where %j separates', (delimiter) => {
  const part = fc.constantFrom('=1+1', '@x', 'Ana', ' ', ';', ',', '\t', '"', '\n')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const line = csvRow([`Ana${parts.join('')}`, 'x'])
      for (const cells of parseCsv(line, { delimiter }))
        for (const cell of cells) expect(String(cell)).not.toMatch(/^\s*[=+\-@]/)
    }),
    { numRuns: 2_000 },
  )
})

test.each([',', '\t'])(
  'no part of a name behind other cells becomes a formula where %j separates',
  (delimiter) => {
    const part = fc.constantFrom('=1+1', '@x', '-2', '＝1', 'Ana', ' ', ';', ',', '\t', '"', "'", '\n')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const name = `Ana${parts.join('')}`
        const line = csvRow(['7', name, 'x'])
        // Such a program takes a quote for one only where its own cell begins with it.
        for (const cell of line.split(delimiter).flatMap((piece) => piece.split('\n')))
          expect(cell).not.toMatch(/^["\s]*[=@＝]|^"*[+-]/)
        const [cells] = parseCsv(line, { delimiter: ';' })
        expect(textOfCell(String(cells?.[1]))).toBe(name)
      }),
      { numRuns: 5_000 },
    )
  },
)

test('a list of wishes is written as it was said', () => {
  expect(csvRow(['7', 'sem cebola, +bacon, - sal'])).toBe('7;"sem cebola, +bacon, - sal"\r\n')
})

test('a name with a comma stays one cell also where a comma separates', () => {
  expect(csvRow(['x,=1+1', ' =1+1', 'a\tb'])).toBe('"x,\'=1+1";\' =1+1;"a\tb"\r\n')
})

test('names are text in the workbook, whatever they start with or contain', async () => {
  const names = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }), 2_000)
  const hostile = ['=1+1', '+55', '-2', '@SUM(A1)', '</t></is></c><c><f>1</f></c>', 'a\u0000b', '\uD800']
  const rows = [...hostile, ...names].map((name): ReportRow => [null, null, name, 1, 1_000, 0])
  const file = await bytes(xlsxReport(report(rows)))
  const { sheets } = await readXlsx(file)
  expect(sheets[1]?.rows).toHaveLength(rows.length + 1)
  expect(sheets[1]?.rows.slice(1, 6).map((row) => row[2])).toEqual(hostile.slice(0, 5))
})

test('a file whose rows fail midway is aborted instead of ending as complete', async () => {
  async function* failing(): AsyncGenerator<ReportRow> {
    yield friday
    await Promise.resolve()
    throw new Error('the database went away')
  }
  await expect(bytes(xlsxReport(report(failing())))).rejects.toThrow('the database went away')
  await expect(bytes(pdfReport(report(failing())))).rejects.toThrow('the database went away')
  await expect(bytes(Readable.from(csvReport(report(failing()))))).rejects.toThrow('the database went away')
})

test('rows are read no faster than the client receives the workbook', async () => {
  let read = 0
  function* many(): Generator<ReportRow> {
    for (; read < 100_000; read += 1) yield friday
  }
  const stream = xlsxReport(report(many()))
  for await (const _chunk of stream) break
  expect(read).toBeLessThan(50_000)
})

test('a long table spans several PDF pages and says where it stops', async () => {
  const pdf = await bytes(pdfReport(report(Array.from({ length: 2_000 }, () => friday))))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(30)
})

test('numbers are formatted for Brazil', () => {
  expect(cellText(-123_456, 'cents', true)).toBe('−\u00a0R$\u00a01.234,56')
  expect(cellText('Total', 'day', true)).toBe('Total')
  expect(cellText(0.9, 'share', true)).toBe('90,0\u00a0%')
})

const narrow = (text: string) => text.length * 0.55
const money = { kind: 'cents' } as const

test('on paper no number is cut: labels wrap, then the table is split and repeats its name columns', () => {
  const columns = [
    { label: 'Posição', kind: 'count' },
    { label: 'Produto', kind: 'text' },
    ...Array.from({ length: 14 }, (_none, index) => ({ ...money, label: `Receita na comparação ${index}` })),
  ] as const
  const cells = [['1', 'Picanha na brasa', ...Array.from({ length: 14 }, () => 'R$ 1.234.567,89')]]
  const groups = columnGroups({ columns, cells, width: 762, wide: narrow })
  expect(groups.length).toBeGreaterThan(1)
  expect(groups.every(([first, second]) => first === 0 && second === 1)).toBe(true)
  expect([...new Set(groups.flat())].toSorted((a, b) => a - b)).toEqual(
    columns.map((_column, index) => index),
  )
  for (const group of groups) {
    const own = columns.filter((_column, index) => group.includes(index))
    const rows = cells.map((row) => group.map((index) => row[index] ?? ''))
    const table = placeColumns({ columns: own, cells: rows, left: 40, width: 762, wide: narrow })
    table.columns.forEach((column, index) => {
      expect(narrow(rows[0]?.[index] ?? '') * table.size).toBeLessThanOrEqual(
        column.width - cellPadding + 0.01,
      )
      expect(column.head.length).toBeLessThanOrEqual(4)
    })
    const last = table.columns.at(-1)
    expect(Math.round((last?.x ?? 0) + (last?.width ?? 0))).toBe(802)
  }
})

const letters = (count: number) =>
  'Pizza de calabresa com cebola '.repeat(Math.ceil(count / 30)).slice(0, count)
const named = (name: string): ReportDocument =>
  report(Array.from({ length: 40 }, (): ReportRow => ['2026-11-20', null, name, 1, 1_000, 0]))

test('a name of 200,000 letters is cut to what a line of the PDF can hold', async () => {
  const pdf = await bytes(pdfReport(named(letters(200_000))))
  expect(pdf.length).toBeLessThan(200_000)
})

test('a cell of the workbook is cut at the length that Excel accepts', async () => {
  const made = filePool().make(named(letters(40_000)), 'xlsx')
  const { sheets } = await readXlsx(await bytes(made))
  const name = sheets[1]?.rows[1]?.[2]
  expect(name).toHaveLength(32_767)
  expect(String(name).endsWith('…')).toBe(true)
})

test('what rounds to zero has no sign', () => {
  expect([cellText(-0, 'cents', false), cellText(-0.0004, 'share', true)]).toEqual(['0,00', '0,0\u00a0%'])
})
