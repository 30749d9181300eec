import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type PrinterState = 'ready' | 'no-paper' | 'cover-open' | 'mute' | 'hanging-up'

export interface PrinterOptions {
  readonly port?: number
  /** Milliseconds per ticket. */
  readonly msPerTicket?: number
}

/**
 * A simulated network receipt printer: raw bytes on a TCP port, real-time status, and a cut or the
 * question after the text ends a ticket. It can be out of paper, open, mute like many cheap printers, drop the connection
 * midway, be slow or switched off. It records the printed tickets.
 */
export class NetworkPrinter {
  readonly tickets: Buffer[] = []
  /** Tickets that it received whole, printed or not. */
  begun = 0
  private state: PrinterState = 'ready'
  private msPerTicket: number
  private server: Server | null = null
  private readonly lines = new Set<Socket>()
  /** Tickets held back while there is no paper. */
  private held: (() => void)[] = []
  private heldPort = 0
  /** Called when a ticket has been printed, before the printer answers. */
  onTicket: (ticket: Buffer) => void = () => {}

  constructor(options: PrinterOptions = {}) {
    this.heldPort = options.port ?? 0
    this.msPerTicket = options.msPerTicket ?? 0
  }

  get port(): number {
    return this.heldPort
  }

  get address(): string {
    return `127.0.0.1:${String(this.heldPort)}`
  }

  setState(state: PrinterState): void {
    this.state = state
    // Like a real printer, it prints held tickets when paper is back.
    if (state === 'ready') for (const go of this.held.splice(0)) go()
  }

  setPace(msPerTicket: number): void {
    this.msPerTicket = msPerTicket
  }

  /** Keeps the same port after the first start. */
  async switchOn(): Promise<void> {
    const server = createServer((line) => this.serve(line))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.heldPort, '127.0.0.1', resolve)
    })
    this.heldPort = (server.address() as AddressInfo).port
    this.server = server
  }

  async switchOff(): Promise<void> {
    const { server } = this
    this.server = null
    this.held = []
    for (const line of this.lines) line.destroy()
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  private serve(line: Socket): void {
    this.lines.add(line)
    line.on('close', () => this.lines.delete(line))
    line.on('error', () => {})
    let work = Promise.resolve()
    let ticket: number[] = []
    line.on('data', (bytes: Buffer) => {
      if (this.state === 'hanging-up' && bytes.length > 8) {
        line.destroy()
        return
      }
      for (const command of commandsIn(bytes)) {
        if (command.kind === 'real-time') this.say(line, this.status(command.about))
        else if (command.kind === 'bytes') ticket.push(...command.bytes)
        else {
          // A printer without a cutter has printed the ticket when it answers.
          const whole = Buffer.from(ticket)
          ticket = []
          if (command.kind === 'cut' || whole.length > 0) work = work.then(() => this.printTicket(whole))
          if (command.kind === 'paper-status') work = work.then(() => this.say(line, this.paperByte()))
        }
      }
    })
  }

  private async printTicket(ticket: Buffer): Promise<void> {
    this.begun += 1
    if (this.msPerTicket > 0) await new Promise((resolve) => setTimeout(resolve, this.msPerTicket))
    if (this.state === 'no-paper' || this.state === 'cover-open')
      await new Promise<void>((resolve) => this.held.push(resolve))
    this.tickets.push(ticket)
    this.onTicket(ticket)
  }

  private say(line: Socket, byte: number): void {
    if (this.state === 'mute' || line.destroyed) return
    line.write(Buffer.from([byte]))
  }

  private paperByte(): number {
    return this.state === 'no-paper' ? 0x0c : 0
  }

  /** ESC/POS: bits 1 and 4 are always set in a real-time status byte. */
  private status(about: number): number {
    if (about === 4) return this.state === 'no-paper' ? 0x72 : 0x12
    if (about === 2)
      return 0x12 | (this.state === 'cover-open' ? 0x04 : 0) | (this.state === 'no-paper' ? 0x20 : 0)
    return 0x12
  }
}

type Command =
  | { readonly kind: 'bytes'; readonly bytes: readonly number[] }
  | { readonly kind: 'cut' }
  | { readonly kind: 'real-time'; readonly about: number }
  | { readonly kind: 'paper-status' }

/**
 * The subset of ESC/POS needed to separate tickets: DLE EOT n, GS V (cut) and GS r n; everything else is
 * print data.
 */
function* commandsIn(bytes: Buffer): Generator<Command> {
  let at = 0
  let data: number[] = []
  while (at < bytes.length) {
    const [a, b, c] = [bytes[at] ?? 0, bytes[at + 1], bytes[at + 2]]
    if (a === 0x10 && b === 0x04 && c !== undefined) {
      yield { kind: 'real-time', about: c }
      at += 3
    } else if (a === 0x1d && b === 0x56 && c !== undefined) {
      yield { kind: 'bytes', bytes: data }
      data = []
      yield { kind: 'cut' }
      at += c === 0x41 || c === 0x42 ? 4 : 3
    } else if (a === 0x1d && b === 0x72 && c !== undefined) {
      yield { kind: 'bytes', bytes: data }
      data = []
      yield { kind: 'paper-status' }
      at += 3
    } else {
      data.push(a)
      at += 1
    }
  }
  yield { kind: 'bytes', bytes: data }
}
