/** Heights in pixels of what a ticket consists of, as the screen measures them. */
interface TicketHeights {
  /** Code, minutes and way. */
  readonly head: number
  /** The same where it continues: code, and the allergies of the whole order. */
  readonly headAgain: number
  /** What was said of the whole order, if anything was, and then its dishes. */
  readonly blocks: readonly BlockHeights[]
  /** Below them: what other stations make, and the button. */
  readonly foot: number
  /** Below the blocks of a part that continues elsewhere. */
  readonly footOn: number
}

interface BlockHeights {
  readonly lines: readonly number[]
  /** Repeated over its lines where it continues: the name of a dish. */
  readonly again: number
}

export interface Ticket extends TicketHeights {
  readonly id: string
}

/** A place among the lines of a ticket: before this line of this block. */
export interface Cut {
  readonly block: number
  readonly line: number
}

/** A ticket's share of one column, from one cut up to another. */
export interface TicketPart {
  readonly id: string
  readonly from: Cut
  readonly to: Cut
  readonly begins: boolean
  readonly ends: boolean
  /** Blocks that are not, or not whole, in this part or an earlier one. */
  readonly more: number
}

export interface Packed {
  /** As many as there are columns. */
  readonly columns: readonly (readonly TicketPart[])[]
  /** Ids without a place, oldest first. */
  readonly waiting: readonly string[]
  /** Above 1 only if the oldest ticket is larger than the whole wall: it is shown page by page. */
  readonly pages: number
}

export interface Room {
  readonly columns: number
  /** Pixels of a column. */
  readonly height: number
  readonly gap: number
}

/**
 * Places tickets strictly by age, down a column and then down the next. While all have room, each stays whole; otherwise
 * a column is filled to its foot: a ticket that does not fit begins there and continues at the head of the next column, if
 * a whole dish goes before and another after. Once one has no place, neither has any younger one, so that the wall always
 * shows the oldest. A dish is divided only when no column can hold it.
 */
export function packTickets(tickets: readonly Ticket[], room: Room, page = 0): Packed {
  const whole = place(tickets, { ...room, isFilled: false }, page)
  return whole.waiting.length === 0 && whole.pages === 1
    ? whole
    : place(tickets, { ...room, isFilled: true }, page)
}

interface Filled extends Room {
  /** Whether a ticket may begin below another and continue in the next column. */
  readonly isFilled: boolean
}

function place(tickets: readonly Ticket[], room: Filled, page: number): Packed {
  const columns = Array.from({ length: Math.max(1, room.columns) }, (): Column => ({ parts: [], used: 0 }))
  for (const [index, ticket] of tickets.entries()) {
    if (put(ticket, columns, room)) continue
    if (index === 0) return pageOf(ticket, tickets, room, page)
    return packed(columns, tickets.slice(index))
  }
  return packed(columns, [])
}

interface Column {
  parts: TicketPart[]
  used: number
}

const start: Cut = { block: 0, line: 0 }

function put(ticket: Ticket, columns: readonly Column[], room: Filled): boolean {
  const last = Math.max(
    0,
    columns.findLastIndex(({ used }) => used > 0),
  )
  for (const first of [last, last + 1]) {
    const places = columns.slice(first)
    const parts = divide(
      ticket,
      places.map((column) => leftIn(column, room)),
    )
    if (!parts || (places[0]?.used && !beginsWell(ticket, parts, room))) continue
    for (const [index, { part, height }] of parts.entries()) {
      const column = places[index]
      if (column) add(column, height, room, part)
    }
    return true
  }
  return false
}

/** Whether below another ticket it is whole, or has a whole dish there and another in the next column. */
function beginsWell({ blocks }: Ticket, [first]: readonly PlacedPart[], { isFilled }: Filled): boolean {
  if (!first || first.part.ends) return true
  if (!isFilled) return false
  const { to } = first.part
  return to.line === 0 && blocks.slice(0, to.block).some(isDish) && blocks.slice(to.block).some(isDish)
}

/** What was said of the whole order repeats nothing over its lines. */
const isDish = ({ again }: BlockHeights): boolean => again > 0

/** The oldest ticket, larger than the wall: as many columns of it as there are, and from page to page the next. */
function pageOf(ticket: Ticket, tickets: readonly Ticket[], room: Room, page: number): Packed {
  const all = divide(
    ticket,
    Array.from({ length: 2_000 }, () => room.height),
  )
  const parts = (all ?? []).map(({ part }) => part)
  const pages = Math.max(1, Math.ceil(parts.length / room.columns))
  const from = (page % pages) * room.columns
  const columns = Array.from({ length: room.columns }, (_, index) =>
    parts.slice(from + index, from + index + 1),
  )
  return { columns, waiting: tickets.slice(1).map(({ id }) => id), pages }
}

const packed = (columns: readonly Column[], waiting: readonly Ticket[]): Packed => ({
  columns: columns.map(({ parts }) => parts),
  waiting: waiting.map(({ id }) => id),
  pages: 1,
})

function add(column: Column, height: number, { gap }: Room, part: TicketPart): void {
  column.parts.push(part)
  column.used += height + gap
}

const leftIn = ({ used }: Column, { height }: Room): number => height - used
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const end = ({ blocks }: TicketHeights): Cut => ({ block: blocks.length, line: 0 })

interface PlacedPart {
  readonly part: TicketPart
  readonly height: number
}

/** The parts of a ticket for columns with these rooms; null if they do not hold it. */
function divide(ticket: Ticket, rooms: readonly number[]): readonly PlacedPart[] | null {
  const parts: PlacedPart[] = []
  let from = start
  for (const [index, height] of rooms.entries()) {
    const begins = index === 0
    const head = begins ? ticket.head : ticket.headAgain
    const rest = restHeight(ticket, from)
    if (head + rest + ticket.foot <= height) {
      parts.push({ part: partOf(ticket, from, end(ticket), begins), height: head + rest + ticket.foot })
      return parts
    }
    const next = Math.max(...rooms.slice(index + 1), 0) - ticket.headAgain - ticket.footOn
    const to = leaveSome(ticket, from, fill(ticket, from, height - head - ticket.footOn, next))
    if (!begins && isSame(from, to)) return null
    parts.push({
      part: partOf(ticket, from, to, begins),
      height: head + heightBetween(ticket, from, to) + ticket.footOn,
    })
    from = to
  }
  return null
}

/** Without room for the foot the next column gets a block too, or its last line: a foot never comes alone. */
function leaveSome({ blocks }: TicketHeights, from: Cut, to: Cut): Cut {
  if (to.block < blocks.length) return to
  const block = blocks.length - 1
  if (block > from.block) return { block, line: 0 }
  return { block, line: Math.max(from.line, (blocks[block]?.lines.length ?? 1) - 1) }
}

/** How far the lines from this cut reach in this height. A block that fits into the next column is not divided. */
function fill({ blocks }: TicketHeights, from: Cut, height: number, next: number): Cut {
  let left = height
  let cut = from
  for (let block = blocks[cut.block]; block; block = blocks[cut.block]) {
    const again = cut.line > 0 ? block.again : 0
    const whole = again + sum(block.lines.slice(cut.line))
    if (whole > left)
      return cut.line === 0 && whole <= next ? cut : divided(block, cut, left - again, isSame(cut, from))
    left -= whole
    cut = { block: cut.block + 1, line: 0 }
  }
  return cut
}

function divided({ lines, again }: BlockHeights, from: Cut, height: number, isTop: boolean): Cut {
  let left = height
  let { line } = from
  for (let next = lines[line]; next !== undefined && next <= left; next = lines[line]) {
    left -= next
    line += 1
  }
  // The name of a dish without its words would be another dish.
  return from.line === 0 && line === 1 && again > 0 && !isTop ? from : { block: from.block, line }
}

const isSame = (a: Cut, b: Cut): boolean => a.block === b.block && a.line === b.line

const restHeight = (ticket: TicketHeights, from: Cut): number => heightBetween(ticket, from, end(ticket))

/** Of the lines between two cuts, with the repeated name of a block that begins in an earlier part. */
function heightBetween({ blocks }: TicketHeights, from: Cut, to: Cut): number {
  return sum(
    blocks.map(({ lines, again }, block) => {
      const [first, last] = linesBetween(block, lines.length, from, to)
      return last <= first ? 0 : (first > 0 ? again : 0) + sum(lines.slice(first, last))
    }),
  )
}

/** The lines of a block between two cuts: from the first up to, not with, the last. */
export function linesBetween(block: number, lines: number, from: Cut, to: Cut): readonly [number, number] {
  if (block < from.block || block > to.block) return [0, 0]
  return [block === from.block ? from.line : 0, block === to.block ? to.line : lines]
}

const partOf = ({ id, blocks }: Ticket, from: Cut, to: Cut, begins: boolean): TicketPart => ({
  id,
  from,
  to,
  begins,
  ends: to.block >= blocks.length,
  more: blocks.length - to.block,
})

/** Of a part as it was placed, in pixels. */
export const partHeight = (ticket: TicketHeights, { from, to, begins, ends }: TicketPart): number =>
  (begins ? ticket.head : ticket.headAgain) +
  heightBetween(ticket, from, to) +
  (ends ? ticket.foot : ticket.footOn)
