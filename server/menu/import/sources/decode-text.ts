import { isUtf8 } from 'node:buffer'
import { codePages } from './code-pages.ts'

/** Pages of one byte a letter that Brazilian programs write: of Windows, of DOS, of old Macs. The first wins a tie. */
const guessedPages = [1252, 850, 10_000]
const maxMixedLines = 100_000

/**
 * The text in bytes of any encoding that Brazilian programs write: by its mark, then as UTF-8, then as what the sender
 * declares, then by the letters that make Portuguese words. Lines of two encodings in one file are read each by its own.
 * @param declared a charset by its name on the web; UTF-8 wins over it when the bytes are UTF-8 throughout
 */
export function decodedText(bytes: Buffer, declared: string | null = null): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (isUtf8(bytes)) return withoutDoubleEncoding(new TextDecoder().decode(bytes))
  const decoder = declared === null || /^utf-?8$/i.test(declared) ? null : decoderOf(declared)
  return decoder ? decoder.decode(bytes) : decodedLines(bytes)
}

/** The code page whose letters make Portuguese words of these bytes. */
export function codePageOf(bytes: Buffer): number {
  const sample = bytes.subarray(0, 400_000)
  const scores = guessedPages.map((page) => scoreOf(decodedBy(page, sample)))
  return guessedPages[scores.indexOf(Math.max(...scores))] ?? 1252
}

/** The charset that a page names: in the header of its reply, or in its own first lines. */
export function charsetOfPage(bytes: Buffer, header: string | null): string | null {
  if (header !== null && decoderOf(header)) return header
  const start = bytes.subarray(0, 4_096).toString('latin1')
  return (
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:-]+)/i.exec(start)?.[1] ??
    /^[^<]{0,3}<\?xml[^>]{0,100}encoding\s*=\s*["']([\w:-]+)/i.exec(start)?.[1] ??
    null
  )
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  const sample = bytes.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (sample.length < 8 || Math.max(even, odd) < sample.length / 4) return null
  if (even === 0) return 'utf-16le'
  return odd === 0 ? 'utf-16be' : null
}

function decoderOf(charset: string): TextDecoder | null {
  try {
    return new TextDecoder(charset)
  } catch {
    return null
  }
}

function decodedLines(bytes: Buffer): string {
  const lines = linesOf(bytes)
  const others = lines.filter((line) => !isUtf8(line))
  const page = codePageOf(Buffer.concat(others))
  // Of a file in one encoding the short way: most are.
  if (!lines.some((line) => isUtf8(line) && line.some((byte) => byte > 127))) return decodedBy(page, bytes)
  return lines.map((line) => (isUtf8(line) ? line.toString() : decodedBy(page, line))).join('')
}

/** Each with its line break; one piece when there are too many to look at each. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    lines.push(bytes.subarray(from, at + 1))
    from = at + 1
    if (lines.length > maxMixedLines) return [bytes]
  }
  return [...lines, bytes.subarray(from)]
}

const decodedBy = (page: number, bytes: Buffer): string =>
  page === 1252 ? windows.decode(bytes) : codePages.utils.decode(page, bytes)

const windows = new TextDecoder('windows-1252')
const portuguese = new Set('áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇ')
const ordinary = new Set('ºª°²³½¼¾€®©§–—‘’“”•… ')

/** Letters of Portuguese in their case count for it, signs that no menu has against it. */
function scoreOf(text: string): number {
  let score = 0
  for (const found of text.matchAll(/[^\0-\u007F]/g)) {
    const sign = found[0]
    const [before = '', after = ''] = [text[found.index - 1], text[found.index + 1]]
    if (!portuguese.has(sign)) {
      score -= ordinary.has(sign) ? 0 : 2
      continue
    }
    const capital = sign === sign.toUpperCase()
    const odd = capital ? /[a-z]/.test(before) : /[A-Z]/.test(before + after) && !/[a-z]/.test(before + after)
    score += odd ? -1 : 1
  }
  return score
}

/** UTF-8 that a program took for the code page of Windows and wrote as UTF-8 once more: `Ã§` for `ç`. */
function withoutDoubleEncoding(text: string): string {
  if (!/[ÃÂ][^\0-\u007F]/.test(text)) return text
  return text
    .split('\n')
    .map((line) => {
      if (!/[ÃÂ][^\0-\u007F]/.test(line)) return line
      const bytes = Array.from(line, (sign) => windowsBytes.get(sign) ?? -1)
      const first = Buffer.from(bytes)
      return !bytes.includes(-1) && isUtf8(first) ? first.toString() : line
    })
    .join('\n')
}

const windowsBytes = new Map(
  Array.from(windows.decode(Uint8Array.from({ length: 256 }, (_, at) => at)), (sign, at) => [sign, at]),
)
