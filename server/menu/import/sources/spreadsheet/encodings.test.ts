import { expect, test } from 'vitest'
import { set_cptable, utils, write } from '@e965/xlsx'
import { codePages } from '../code-pages.ts'
import { brief, menuIn, problemsIn, readSheet } from './testing/read.ts'
import { workbook, zipOf } from './testing/workbook.ts'

set_cptable(codePages)
const rows = [
  ['Categoria', 'Item', 'Preço'],
  ['Porções', 'Pão de alho à moda', '9,50'],
  ['Porções', 'AÇAÍ COM MAMÃO', '12,00'],
]
const lines = rows.map((cells) => cells.join(';'))
const text = lines.join('\r\n')
const encoded = (codePage: number, what = text) =>
  Buffer.from(codePages.utils.encode(codePage, what) as Uint8Array)
const expected = [
  ['Porções', 'Pão de alho à moda', 950],
  ['Porções', 'AÇAÍ COM MAMÃO', 1_200],
]

test.each<readonly [string, () => Buffer | Promise<Buffer>]>([
  ['UTF-8', () => Buffer.from(text)],
  ['UTF-8 with its mark', () => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 with its mark and tabs', () => Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le')],
  ['UTF-16 without its mark', () => Buffer.from(text, 'utf16le')],
  ['UTF-16 of the other order', () => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['the code page of Windows', () => encoded(1252)],
  ['the code page 850 of DOS', () => encoded(850)],
  ['the code page of old Macs', () => encoded(10_000)],
  [
    'lines of two encodings',
    () => Buffer.concat([Buffer.from(`${lines.slice(0, 2).join('\n')}\n`), encoded(1252, lines[2])]),
  ],
  [
    'UTF-8 that was taken for Windows and saved again',
    () =>
      Buffer.from(
        Buffer.from(text)
          .toString('latin1')
          .replaceAll('\u0083', 'ƒ')
          .replaceAll('\u0087', '‡')
          .replaceAll('\u008D', '\u008D'),
      ),
  ],
])('a text file in %s keeps its accents', async (_what, bytes) => {
  expect(brief(await readSheet(await bytes()))).toEqual(expected)
})

test.each([
  ['sep=;\r\n', ';'],
  ['\uFEFFsep=,\r\n', ','],
  ['SEP=|\n', '|'],
  ['"sep=\t"\n', '\t'],
  ['', ';'],
  ['', '\t'],
  ['', '|'],
])('the line %j and the separator %j are understood', async (first, separator) => {
  const body = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(separator)).join('\n')
  expect(brief(await readSheet(first + body))).toEqual(expected)
})

test('a file with the separator of columns inside of its texts is read by its titles', async () => {
  const read = await readSheet('Item;Preço;Descrição\nX-Tudo;29,90;Pão, ovo, queijo, bacon, salada, milho\n')
  expect(menuIn(read).items[0]).toMatchObject({
    priceCents: 2_990,
    description: 'Pão, ovo, queijo, bacon, salada, milho',
  })
})

test('signs that were lost before the file was saved are named', async () => {
  const read = await readSheet('Item;Preço\nP\uFFFDo;9,50\n')
  expect(problemsIn(read)).toContain(
    'Planilha: Há letras com acento que se perderam quando o arquivo foi salvo (�). Salve de novo como Excel ou “CSV UTF-8”.',
  )
})

const sheet = utils.aoa_to_sheet(rows)
const book = utils.book_new(sheet, 'Cardápio')
const saved = (bookType: 'biff8' | 'ods' | 'fods' | 'xlml' | 'xlsb') =>
  Buffer.from(write(book, { type: 'buffer', bookType, codepage: 1252 }) as Uint8Array)

test.each(['biff8', 'ods', 'fods', 'xlml', 'xlsb'] as const)('a %s file is read', async (bookType) => {
  expect(brief(await readSheet(saved(bookType)))).toEqual(expected)
})

test.each([1252, 850])('a DBF file in code page %d is read by the names of its fields', async (codePage) => {
  expect(brief(await readSheet(dbf(codePage)))).toEqual([
    ['PORÇÕES', 'PÃO DE ALHO', 950],
    ['PORÇÕES', 'AÇAÍ', 1_200],
  ])
})

/** dBase III: names of ten letters, fields of a fixed length, no word of its code page. */
function dbf(codePage: number): Buffer {
  const fields = [
    ['GRUPO', 'C', 20, 0],
    ['DESCRICAO', 'C', 20, 0],
    ['PRECOVENDA', 'N', 10, 2],
  ] as const
  const lines = [
    ['PORÇÕES', 'PÃO DE ALHO', '9.50'],
    ['PORÇÕES', 'AÇAÍ', '12.00'],
  ]
  const width = 1 + fields.reduce((sum, [, , length]) => sum + length, 0)
  const head = Buffer.alloc(32 + fields.length * 32 + 1)
  head[0] = 3
  head.set([126, 11, 25], 1)
  head.writeUInt32LE(lines.length, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(width, 10)
  for (const [at, [name, type, length, decimals]] of fields.entries()) {
    head.write(name, 32 + at * 32, 'latin1')
    head.write(type, 32 + at * 32 + 11, 'latin1')
    head[32 + at * 32 + 16] = length
    head[32 + at * 32 + 17] = decimals
  }
  head[head.length - 1] = 13
  const body = lines.map((cells) =>
    Buffer.concat([
      Buffer.from(' '),
      ...fields.map(([, type, length], at) => {
        const bytes = encoded(codePage, cells[at] ?? '')
        const blank = Buffer.alloc(length - bytes.length, ' ')
        return type === 'N' ? Buffer.concat([blank, bytes]) : Buffer.concat([bytes, blank])
      }),
    ]),
  )
  return Buffer.concat([head, ...body, Buffer.from([26])])
}

test('a page that was saved as XLS is read: numbers stay as they are written, cells over several rows count for each', async () => {
  const page = (charset: string) =>
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv="Content-Type" content="text/html; charset=${charset}"></head><body>
    <table><tr><td>Empresa</td><td>Casa Verde</td></tr></table>
    <table border=1><tr><th>Categoria<th>Item<th>Pre&ccedil;o</tr>
    <tr><td rowspan=2>Porções</td><td>Pão de alho<br>à moda</td><td style="mso-number-format:'\\@'">9,50</td></tr>
    <tr style="display:none"><td>Escondido</td><td>1,00</td></tr>
    <tr><td>Doces</td><td>Bolo</td><td>1.234,50</td></tr></table>`
  for (const [charset, bytes] of [
    ['utf-8', Buffer.from(page('utf-8'))],
    ['iso-8859-1', Buffer.from(page('iso-8859-1'), 'latin1')],
  ] as const) {
    const read = await readSheet(bytes)
    expect([charset, ...brief(read)]).toEqual([
      charset,
      ['Porções', 'Pão de alho à moda', 950],
      ['Doces', 'Bolo', 123_450],
    ])
    expect(problemsIn(read)).toEqual([
      'Aba Tabela 1: Não tem colunas de item e preço: 1 linha ficou de fora.',
      'Aba Tabela 2: 1 linha escondida ficou de fora: 3.',
    ])
  }
})

test.each<readonly [string, () => Buffer | Promise<Buffer>, string]>([
  [
    'PDF',
    () => Buffer.from('%PDF-1.7\n'),
    'Este arquivo é um PDF. Mande a planilha de onde ele saiu, ou comece pelo modelo.',
  ],
  [
    'photo',
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]),
    'Este arquivo é uma imagem. Digite o cardápio no modelo e mande de novo.',
  ],
  [
    'document of Word',
    () => zipOf({ 'word/document.xml': '<a/>' }),
    'Este arquivo é um documento de texto (Word ou Google Docs). Copie a tabela para uma planilha e mande de novo.',
  ],
  [
    'sheet of Numbers',
    () => zipOf({ 'Index/Document.iwa': 'x' }),
    'Este arquivo é do Numbers. No Numbers, use Exportar para › Excel e mande de novo.',
  ],
  [
    'zip of files',
    () => zipOf({ 'cardapio.csv': 'Item;Preço' }),
    'Este arquivo é um ZIP. Abra-o e mande a planilha que está dentro.',
  ],
  [
    'link of Google',
    () => Buffer.from('{"url": "https://docs.google.com/spreadsheets/d/1", "doc_id": "1"}'),
    'Este arquivo é só um atalho para o Google Planilhas. Nele, use Arquivo › Fazer download › Excel e mande de novo.',
  ],
  [
    'page in one file',
    () => Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="a"\r\n\r\n--a\r\n'),
    'O arquivo foi salvo como página da web em um arquivo só. Abra no Excel, salve como Excel (.xlsx) e mande de novo.',
  ],
  [
    'page without a table',
    () => Buffer.from('<html><body>Entre com sua senha</body></html>'),
    'O arquivo foi salvo como página da web e não tem tabela. Exporte de novo como Excel ou CSV.',
  ],
  [
    'workbook with a password',
    () => workbookWithPassword(),
    'A planilha tem senha. Tire a senha e mande de novo.',
  ],
  [
    'old Excel that is cut off',
    () => saved('biff8').subarray(0, 700),
    'Não deu para abrir a planilha: o arquivo está incompleto ou estragado. Abra no Excel, salve como .xlsx e mande de novo.',
  ],
  [
    'file of RAR',
    () => Buffer.from('Rar!\u001a\u0007'),
    'Este arquivo é um RAR. Abra-o e mande a planilha que está dentro.',
  ],
])('a %s is named as what it is, with what to do', async (_what, bytes, message) => {
  expect(await readSheet(await bytes())).toEqual({ found: null, message })
})

/** Excel keeps an encrypted workbook in the container of old files. */
function workbookWithPassword(): Buffer {
  const bytes = saved('biff8')
  const name = Buffer.from('Workbook', 'utf16le')
  const at = bytes.indexOf(name)
  Buffer.from('EncryptedPackage', 'utf16le').copy(bytes, at)
  bytes[at + 64] = 34
  return bytes
}

test('a workbook of this kind is read beside them', async () => {
  expect(brief(await readSheet(await workbook([{ rows }])))).toEqual(expected)
})
