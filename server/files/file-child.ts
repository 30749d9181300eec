import { Readable } from 'node:stream'
import { childTask } from '../children/child-task.ts'
import { csvReport } from './csv-report.ts'
import { pdfReport } from './pdf-report.ts'
import type { FileFormat, ReportDocument, ReportRow, ReportSection } from './report-document.ts'
import { xlsxReport } from './xlsx-report.ts'

/** A document without its rows, which the child asks for. */
export interface FileTask {
  readonly document: Omit<ReportDocument, 'sections'> & {
    readonly sections: readonly Omit<ReportSection, 'rows'>[]
  }
  readonly format: FileFormat
}

/** Every message waits for its answer, so that neither side runs ahead of the other. */
export type FileRequest =
  | { readonly id: number; readonly begun: true }
  | { readonly id: number; readonly rowsOf: number }
  | { readonly id: number; readonly bytes: Uint8Array }

export interface FileAnswer {
  readonly id: number
  /** The next rows of the section; none after the last. */
  readonly rows: readonly ReportRow[]
}

const bytesAtOnce = 64 * 1024

/** Runs in a process of its own (file-pool.ts). */
export default childTask(writeFile)

async function writeFile({ document, format }: FileTask): Promise<void> {
  await ask({ begun: true })
  const sections = document.sections.map((section, index) => ({
    ...section,
    rows: rowsFrom(() => ask({ rowsOf: index })),
  }))
  for await (const bytes of inLargePieces(contentOf({ ...document, sections }, format))) await ask({ bytes })
}

type Question = { readonly begun: true } | { readonly rowsOf: number } | { readonly bytes: Uint8Array }

const waiting = new Map<number, (answer: FileAnswer) => void>()
let last = 0
process.on('message', (answer: FileAnswer) => {
  waiting.get(answer.id)?.(answer)
  waiting.delete(answer.id)
})

function ask(question: Question): Promise<FileAnswer> {
  return new Promise((resolve) => {
    last += 1
    waiting.set(last, resolve)
    process.send?.({ id: last, ...question } satisfies FileRequest)
  })
}

async function* rowsFrom(ask: () => Promise<FileAnswer>): AsyncGenerator<ReportRow> {
  for (;;) {
    const { rows } = await ask()
    if (rows.length === 0) return
    yield* rows
  }
}

async function* inLargePieces(content: Readable): AsyncGenerator<Uint8Array> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Buffer | string)
    held.push(bytes)
    size += bytes.byteLength
    if (size < bytesAtOnce) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

function contentOf(document: ReportDocument, format: FileFormat): Readable {
  switch (format) {
    case 'csv':
      return Readable.from(csvReport(document), { objectMode: false })
    case 'xlsx':
      return xlsxReport(document)
    case 'pdf':
      return pdfReport(document)
  }
}
