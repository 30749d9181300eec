import receiptline from 'receiptline'
import type { CodePage } from '../../../contract/printing/paper.ts'
import { lookup } from '../../../contract/shared/lookup.ts'

/** One line of a ticket, independent of the paper width. `right` is aligned to the right edge. */
export interface TicketLine {
  readonly text: string
  readonly right?: string
  /** tall: double height; big: double height and width. */
  readonly size?: 'tall' | 'big'
  readonly bold?: boolean
  /** White on black. */
  readonly inverse?: boolean
  readonly center?: boolean
  /** Aligns with the item's text instead of its quantity. */
  readonly indent?: number
}
export const rule = { rule: true } as const
export type TicketPart = TicketLine | typeof rule

export interface PaperKind {
  /** Letters in a line. */
  readonly columns: number
  readonly codePage: CodePage
}

/** Answered when everything before it is printed. */
export const askPaper = '\x1dr1'

/** The text in ESC/POS, from the reset of the printer to its last line. What it does afterwards: printer-commands.ts. */
export const escPosText = (parts: readonly TicketPart[], { columns, codePage }: PaperKind): Buffer => {
  const whole = Buffer.from(
    receiptline.transform(markup(parts, columns, codePage), {
      cpl: columns,
      encoding: codePage,
      command: 'escpos',
      cutting: false,
      spacing: false,
    }),
    'latin1',
  )
  // The library's question at the end is asked after the cut instead.
  return whole.subarray(0, whole.length - askPaper.length)
}

/** The ticket as an SVG. The library's web font is removed, so that a ticket fetches nothing. */
export const svgTicket = (parts: readonly TicketPart[], columns: number): string =>
  receiptline
    .transform(markup(parts, columns, 'cp1252'), {
      cpl: columns,
      encoding: 'cp1252',
      command: 'svg',
      spacing: false,
    })
    .replace(/<style[^>]*>.*?<\/style>/s, '')

export const plainTicket = (parts: readonly TicketPart[], columns: number): string =>
  receiptline.transform(markup(parts, columns, 'cp1252'), {
    cpl: columns,
    encoding: 'cp1252',
    command: 'text',
    spacing: false,
  })

/**
 * The ticket in receiptline's language. Text is wrapped here, because the library breaks lines within
 * words.
 */
function markup(parts: readonly TicketPart[], columns: number, codePage: CodePage): string {
  const lines = parts.flatMap((part) => ('rule' in part ? ['-'] : lineMarkup(part, columns, codePage)))
  return `{border:none;width:auto}\n${shortened(lines, columns, codePage).join('\n')}\n`
}

/** About four metres of paper: more would empty a roll, and the kitchen's queue waits behind it. */
export const maxLines = 1_000
/** The end tells the order's number and what is to be paid. */
const keptAtEnd = 60
const gap: TicketLine = {
  text: 'FALTA UMA PARTE DESTE PEDIDO: VEJA O PEDIDO INTEIRO NO PAINEL',
  size: 'tall',
  inverse: true,
  center: true,
}

function shortened(lines: readonly string[], columns: number, codePage: CodePage): readonly string[] {
  if (lines.length <= maxLines) return lines
  const notice = lineMarkup(gap, columns, codePage)
  const begin = lines.slice(0, maxLines - keptAtEnd - 2 * notice.length)
  // Said first as well, because nobody reads four metres to the end.
  return [...notice, ...begin, ...notice, ...lines.slice(-keptAtEnd)]
}

function lineMarkup(line: TicketLine, columns: number, codePage: CodePage): string[] {
  // Inverse text has a margin of one character on each side.
  const width = (line.size === 'big' ? Math.floor(columns / 2) : columns) - (line.inverse ? 2 : 0)
  const indent = line.indent ?? 0
  const text = printable(line.text, codePage)
  const right = line.right === undefined ? undefined : printable(line.right, codePage)
  const room = Math.max(1, width - indent)
  const folded = right === undefined ? fold(text, room) : beside(text, right, room)
  return folded.map((piece) => {
    const shown = line.inverse ? ` ${piece} ` : piece
    const marks = line.size === 'big' ? '^^^' : line.size === 'tall' ? '^^' : ''
    const quote = line.inverse ? '`' : line.bold ? '"' : ''
    const body = `${'~'.repeat(indent)}${marks}${quote}${escaped(shown)}${quote}`
    return line.center ? `| ${body} |` : `${body} |`
  })
}

/** Beside a text that leaves no room, the other gets lines of its own. */
function beside(text: string, right: string, width: number): string[] {
  const room = width - right.length - 1
  if (room > 0) return spread(fold(text, room), right, width)
  return [...fold(text, width), ...fold(right, width).map((line) => line.padStart(width))]
}

function spread(lines: readonly string[], right: string, width: number): string[] {
  const last = lines.at(-1) ?? ''
  return [...lines.slice(0, -1), last + ' '.repeat(Math.max(1, width - last.length - right.length)) + right]
}

/** Lines of at most `wanted` letters, and of at least one. */
export function fold(text: string, wanted: number): string[] {
  const width = wanted >= 1 ? Math.floor(wanted) : 1
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter((part) => part !== '')) {
    let rest = word
    if (line !== '' && line.length + 1 + rest.length > width) {
      lines.push(line)
      line = ''
    }
    while (rest.length > width) {
      lines.push(rest.slice(0, width))
      rest = rest.slice(width)
    }
    line = line === '' ? rest : `${line} ${rest}`
  }
  if (line !== '' || lines.length === 0) lines.push(line)
  return lines
}

/** Escapes characters with a meaning in receiptline and preserves repeated spaces. */
const escaped = (text: string): string => text.replaceAll(/[\\{}|~_"`^=-]/g, '\\$&').replaceAll(' ', '~')

const beyondAscii: Record<CodePage, ReadonlySet<string>> = {
  cp1252: new Set(
    '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ' +
      Array.from({ length: 95 }, (_, at) => String.fromCharCode(0xa1 + at)).join(''),
  ),
  cp858: new Set(
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»ÁÂÀ©¢¥ãÃ¤ðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²',
  ),
  cp860: new Set('ÇüéâãàÁçêÊèÍÔìÃÂÉÀÈôõòÚùÌÕÜ¢£ÙÓáíóúñÑªº¿Ò¬½¼¡«»ßµ±÷°²·'),
}
const substitutes: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '•': '*',
  '…': '...',
  '€': 'EUR',
  '×': 'x',
  '→': '->',
  '−': '-',
}

/**
 * Reduces text to what the printer can print. Control characters become spaces, so that text cannot
 * contain commands. An unsupported letter loses its accent, anything else is dropped. Never prints a
 * "?".
 */
export function printable(text: string, codePage: CodePage): string {
  const supported = beyondAscii[codePage]
  return Array.from(text.normalize('NFC'))
    .map((char) => {
      if (/\s|\p{Cc}/u.test(char)) return ' '
      if (/^[\x20-\x7e]$/.test(char) || supported.has(char)) return char
      const substitute = lookup(substitutes, char)
      if (substitute !== undefined) return substitute
      return char.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
    })
    .join('')
    .trim()
}
