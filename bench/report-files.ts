import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { csvReport } from '../server/files/csv-report.ts'
import { pdfReport } from '../server/files/pdf-report.ts'
import type {
  ReportColumn,
  ReportDocument,
  ReportRow,
  ReportSection,
} from '../server/files/report-document.ts'
import { xlsxReport } from '../server/files/xlsx-report.ts'

export interface FileFigures {
  readonly rows: number
  readonly seconds: number
  readonly megabytes: number
  /** Peak resident memory minus the memory before the first row. */
  readonly moreMemoryMb: number
}

const columns: readonly ReportColumn[] = [
  { label: 'Dia', kind: 'day' },
  { label: 'Data e hora', kind: 'moment' },
  { label: 'Pedido', kind: 'text' },
  { label: 'Loja', kind: 'text' },
  { label: 'Cliente', kind: 'text' },
  { label: 'Itens', kind: 'text' },
  { label: 'Total', kind: 'cents' },
  { label: 'Desconto', kind: 'cents' },
]

/** Writes a table with this many orders to a discarded file, in a separate process. */
export function measureFile(format: 'csv' | 'xlsx', rows: number): Promise<FileFigures> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(import.meta.url),
      `--format=${format}`,
      `--rows=${rows}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(output) as FileFigures)
      else reject(new Error(`writing ${format} ended with ${String(code)}`))
    })
  })
}

/** Milliseconds of a full PDF whose names have 20 letters, and how many times as long one of 200 takes. Goal: ≤ 2. */
export async function measurePdfNames(): Promise<{
  readonly shortMs: number
  readonly longNamesRatio: number
}> {
  const took: Record<20 | 200, number[]> = { 20: [], 200: [] }
  for (let run = -2; run < 7; run += 1)
    for (const letters of [20, 200] as const) {
      const begun = performance.now()
      for await (const _chunk of pdfReport(document(named(1_500, letters))));
      if (run >= 0) took[letters].push(performance.now() - begun)
    }
  const median = (letters: 20 | 200) => took[letters].toSorted((a, b) => a - b)[3] ?? 0
  return {
    shortMs: Math.round(median(20)),
    longNamesRatio: Math.round((median(200) / median(20)) * 100) / 100,
  }
}

function* named(count: number, letters: number): Generator<ReportRow> {
  for (let index = 0; index < count; index += 1) {
    const name = `${index} Pizza de calabresa com cebola `.repeat(8).slice(0, letters)
    yield ['2026-11-20', '2026-11-20 19:04', `#${index}`, 'Sabor da Vila', name, name, 9_990 + index, 0]
  }
}

const document = (rows: ReportSection['rows']): ReportDocument => ({
  name: 'pedidos',
  title: 'Pedidos',
  metadata: [],
  sections: [{ title: 'Pedidos', columns, rows }],
})

async function write(format: string, rows: number): Promise<FileFigures> {
  const table = document(orders(rows))
  const before = process.memoryUsage().rss
  const begun = performance.now()
  let highest = before
  let bytes = 0
  const stream = format === 'xlsx' ? xlsxReport(table) : csvReport(table)
  for await (const chunk of stream) {
    bytes += Buffer.byteLength(chunk as Buffer | string)
    highest = Math.max(highest, process.memoryUsage().rss)
  }
  const tenth = (value: number) => Math.round(value * 10) / 10
  return {
    rows,
    seconds: tenth((performance.now() - begun) / 1_000),
    megabytes: tenth(bytes / 1e6),
    moreMemoryMb: tenth((highest - before) / 1e6),
  }
}

async function* orders(count: number): AsyncGenerator<ReportRow> {
  for (let index = 0; index < count; index += 1) {
    // In chunks, like pages read from a database.
    if (index % 1_000 === 0) await new Promise(setImmediate)
    const name = `Cliente ${index % 4_000} da Silva`
    yield [
      '2026-11-20',
      '2026-11-20 19:04',
      `#${index}`,
      'Sabor da Vila',
      name,
      '2 Pizza, 1 Suco',
      9_990 + index,
      0,
    ]
  }
}

const argument = (name: string) =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await write(argument('format') ?? 'xlsx', Number(argument('rows') ?? 1))))
}
