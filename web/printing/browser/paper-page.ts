import type { BrowserTicket } from '../../../contract/printing/browser-printing.ts'

/** What the head of a printer cannot reach, on each side, in mm. */
const sideMm = { 58: 5, 80: 4 } as const
/** Above and below the text, in mm. */
const endMm = 4

interface PaperPage {
  readonly widthMm: number
  readonly heightMm: number
  readonly sideMm: number
}

/** A page as wide as the paper and as long as the ticket, so that nothing is cut to a sheet or padded to one. */
export function paperPage({ paper, svg }: Pick<BrowserTicket, 'paper' | 'svg'>): PaperPage {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
  const printable = paper - 2 * sideMm[paper]
  const ratio = width && height ? Number(height) / Number(width) : 1
  return { widthMm: paper, heightMm: Math.ceil(printable * ratio) + 2 * endMm, sideMm: sideMm[paper] }
}

export const pageRule = ({ widthMm, heightMm }: PaperPage): string =>
  `@page { size: ${String(widthMm)}mm ${String(heightMm)}mm; margin: 0 }`
