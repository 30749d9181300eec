import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { csvReport } from '../server/files/csv-report.ts'
import type { ReportColumn, ReportDocument, ReportRow } from '../server/files/report-document.ts'
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

async function write(format: string, rows: number): Promise<FileFigures> {
  const document: ReportDocument = {
    name: 'pedidos',
    title: 'Pedidos',
    metadata: [],
    sections: [{ title: 'Pedidos', columns, rows: orders(rows) }],
  }
  const before = process.memoryUsage().rss
  const begun = performance.now()
  let highest = before
  let bytes = 0
  const stream = format === 'xlsx' ? xlsxReport(document) : csvReport(document)
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
