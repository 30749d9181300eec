import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { redraw } from './children/redraw-picture.ts'
import { filePool } from './files/file-pool.ts'
import type { ReportDocument } from './files/report-document.ts'
import { readApart } from './menu/import/sources/read-apart.ts'

/** Inputs that were built to take all memory or time, at each door where strangers' bytes come in. */
const MB = 1024 * 1024
const place = { timezone: 'America/Sao_Paulo', now: new Date('2026-11-25T15:00:00Z') }

const readSheet = (bytes: Buffer) =>
  readApart({ kind: 'spreadsheet', type: '', bytes, ...place }, 'the stranger')
const readPage = (text: string, type: string) =>
  readApart(
    { kind: 'page', type, bytes: Buffer.from(text), address: 'https://loja.example/', ...place },
    'the stranger',
  )

async function neighbourIsServed(): Promise<void> {
  const read = await readApart(
    { kind: 'spreadsheet', type: '', bytes: Buffer.from('Item;Preço\nSuco;1,00\n'), ...place },
    'a neighbour',
  )
  expect(read.found?.items.map(({ name }) => name)).toEqual(['Suco'])
}

const csv = (text: string) => Buffer.from(`Item;Preço\n${text}`)
const zip = async (entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name)
  file.end()
  const pieces: Buffer[] = []
  for await (const piece of file.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
const sheetXml = (rows: string, before = '') =>
  `<?xml version="1.0"?>${before}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
const workbook = (sheet: string, more: Readonly<Record<string, string>> = {}) =>
  zip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml':
      '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': sheet,
    ...more,
  })
const entities = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'abcdefghij'[at + 1] ?? ''} "${`&${'abcdefghij'[at] ?? ''};`.repeat(10)}">`).join('')}]>`

const sheets: readonly (readonly [string, () => Buffer | Promise<Buffer>])[] = [
  ['2 MB of line breaks', () => csv('\n'.repeat(2 * MB))],
  ['2 MB of carriage returns', () => csv('\r'.repeat(2 * MB))],
  ['2 MB of separators', () => csv(';'.repeat(2 * MB))],
  ['2 MB of quotes', () => csv('"'.repeat(2 * MB))],
  ['a quote that never closes', () => csv(`"${'a\n'.repeat(MB)}`)],
  ['a cell of 2 MB', () => csv('a'.repeat(2 * MB))],
  ['a workbook of 15 MB of cells', () => workbook(sheetXml('<row><c><v>1</v></c></row>'.repeat(0.5 * MB)))],
  [
    'a workbook with cells at the far end',
    () => workbook(sheetXml('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'.repeat(10_000))),
  ],
  [
    'a workbook of entities',
    () => workbook(sheetXml('<row><c t="inlineStr"><is><t>&j;</t></is></c></row>', entities)),
  ],
  ['a zip bomb', () => zip({ 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * MB) })],
]

test.each(sheets)('a spreadsheet: %s', async (_what, bytes) => {
  const read = await readSheet(await bytes())
  expect(read.found?.items.length ?? 0).toBeLessThan(2)
  await neighbourIsServed()
})

const [html, json] = ['text/html', 'application/json']
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const pages: readonly (readonly [what: string, text: string, type: string])[] = [
  ['2 MB of open tags', '<div itemscope itemprop="x">'.repeat(72_000), html],
  ['5 MB of attributes', `<div ${'a="b" '.repeat(800_000)}>`, html],
  ['5 MB of entities', '&amp;'.repeat(MB), html],
  ['5 MB of less-than signs', '<'.repeat(5 * MB), html],
  ['open comments', '<!--'.repeat(MB), html],
  ['many documents', '<script type="application/ld+json">{"@type":"Menu"}</script>'.repeat(35_000), html],
  ['a deep document', `<script type="application/ld+json">${nested(800_000)}</script>`, html],
  ['a deep answer', nested(800_000), json],
  ['150,000 keys', `{${Array.from({ length: 150_000 }, (_, at) => `"k${at}":{}`).join()}}`, json],
  ['an answer of brackets', `[${'[],'.repeat(0.7 * MB)}[]]`, json],
]

test.each(pages)('a page: %s', async (_what, text, type) => {
  expect((await readPage(text, type)).found).toBeNull()
  await neighbourIsServed()
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
/** One bit a pixel, so that many pixels are few bytes. */
function png(
  width: number,
  height: number,
  { interlaced = false, extra = [] as readonly Buffer[] } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  header[12] = interlaced ? 1 : 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const drawing = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } })
const textChunk = chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(20 * MB))]))
const profileChunk = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(40 * MB))]))

const pictures: readonly (readonly [string, () => Buffer | Promise<Buffer>])[] = [
  ['of 6,300 × 6,300 pixels in 5 KB', () => png(6_300, 6_300)],
  ['of a line of 12 million pixels', () => png(12_000_000, 1)],
  ['that claims 2,000 million pixels', () => png(60_000, 40_000)],
  ['of the largest size, interlaced', () => png(3_500, 3_500, { interlaced: true })],
  ['with a text of 20 MB in 20 KB', () => png(9, 9, { extra: [textChunk] })],
  ['with a colour profile of 40 MB in 40 KB', () => png(9, 9, { extra: [profileChunk] })],
  [
    'with ten thousand empty texts',
    () => png(9, 9, { extra: Array.from({ length: 10_000 }, () => chunk('tEXt', Buffer.from('a\0'))) }),
  ],
  ['that is a TIFF of many pages', async () => drawing(50).tiff().toBuffer()],
  ['that is cut off', async () => (await drawing(3_000).jpeg().toBuffer()).subarray(0, 9_000)],
  [
    'that is an SVG of many circles',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<circle r="9"/>'.repeat(20_000)}</svg>`),
  ],
]

test.each(pictures)('a picture: %s', async (_what, bytes) => {
  const drawn = await redraw(
    await bytes(),
    { maxBytes: 5 * MB, maxBytesKept: 400_000, side: 1_600 },
    'the stranger',
  )
  expect(drawn?.bytes.length ?? 0).toBeLessThanOrEqual(400_000)
  await neighbourIsServed()
})

const reports: readonly (readonly [string, string])[] = [
  ['a name of 200,000 letters without a space', 'a'.repeat(200_000)],
  ['a name of 100,000 words', 'a '.repeat(100_000)],
  ['a name of line breaks', '\n'.repeat(200_000)],
  ['a name of marks above one letter', `a${'\u0301'.repeat(200_000)}`],
  ['a name of signs that change the direction', '\u202e'.repeat(200_000)],
]

test.each(reports)('a file with %s', async (_what, name) => {
  const report: ReportDocument = {
    name: 'vendas',
    title: 'Vendas',
    metadata: [name],
    sections: [
      {
        title: name.slice(0, 100),
        columns: [{ label: 'Item', kind: 'text' }],
        rows: Array.from({ length: 5 }, () => [name]),
      },
    ],
  }
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    let bytes = 0
    for await (const piece of filePool().make(report, format)) bytes += (piece as Buffer).length
    expect(bytes).toBeGreaterThan(100)
  }
})
