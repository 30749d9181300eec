import type { Order } from '../../../contract/orders/orders.ts'
import type { Buzzer, Drawer } from '../../../contract/printing/paper.ts'
import type { TicketKind } from '../../../contract/printing/printing.ts'
import { askPaper, escPosText, type PaperKind, type TicketPart } from './ticket-paper.ts'

/** What a printer does beside writing. */
export interface PrinterMechanics extends PaperKind {
  /** Empty lines after the text. */
  readonly feedLines: number
  readonly cutter: boolean
  readonly buzzer: Buzzer
  readonly drawer: Drawer
}

/**
 * A ticket as the bytes of ESC/POS: it rings and opens the drawer, writes, feeds, cuts, and answers at the end. The
 * commands stand outside the ticket's text, so that nothing that a customer wrote can become one.
 */
export const escPos = (
  parts: readonly TicketPart[],
  { buzzer, drawer, feedLines, cutter, ...paper }: PrinterMechanics,
): Buffer =>
  Buffer.concat([
    Buffer.from(`${reset}${buzzerCommands[buzzer]}${drawerCommands[drawer]}`, 'latin1'),
    escPosText(parts, paper),
    Buffer.from(`${feed(feedLines)}${cutter ? cut : ''}${askPaper}`, 'latin1'),
  ])

const reset = '\x1b@'
/** Feeds to the blade and leaves the paper hanging at one point. */
const cut = '\x1dVB\x00'
const feed = (lines: number): string => (lines > 0 ? `\x1bd${String.fromCharCode(lines)}` : '')

/** Three times. Both are found in drivers of such printers; neither was tried on a printer here. */
const buzzerCommands: Readonly<Record<Buzzer, string>> = {
  none: '',
  common: '\x1bB\x03\x02',
  epson: '\x1b(A\x04\x000\x01\x03\x0a',
}

/** A pulse of 50 ms, and half a second before the next. */
const drawerCommands: Readonly<Record<Drawer, string>> = {
  none: '',
  pin2: '\x1bp\x00\x19\xfa',
  pin5: '\x1bp\x01\x19\xfa',
}

interface PrintedTicket {
  readonly kind: TicketKind
  readonly copy: number
  readonly reprint: boolean
  readonly change: string | null
}

/** Where cash comes in: the first print of an order to be paid in cash, and a test page. */
export function opensDrawer({ kind, copy, reprint, change }: PrintedTicket, order: Order | null): boolean {
  if (kind === 'test') return true
  if (kind !== 'delivery' || copy > 1 || reprint || change !== null) return false
  return order?.payments.some(({ method, prepaid }) => method === 'CASH' && !prepaid) === true
}
