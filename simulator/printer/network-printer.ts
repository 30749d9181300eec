import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type PrinterMood = 'ready' | 'no-paper' | 'cover-open' | 'mute' | 'hanging-up'

export interface PrinterOptions {
  readonly port?: number
  /** Milliseconds for each ticket. */
  readonly msPerTicket?: number
}

/**
 * A receipt printer on the network, as agents meet them: raw bytes on a TCP port, real-time status,
 * a cutter that ends a ticket. It can be without paper, open, mute as many cheap ones are, hang up in
 * the middle, slow, or switched off; it keeps what came out.
 */
export class NetworkPrinter {
  readonly tickets: Buffer[] = []
  /** Connections so far: how often somebody tried. */
  visits = 0
  private mood: PrinterMood = 'ready'
  private msPerTicket: number
  private server: Server | null = null
  private readonly lines = new Set<Socket>()
  /** Held in the printer while it has no paper. */
  private held: (() => void)[] = []
  private heldPort = 0
  /** Called when a ticket came out, before the printer answers for it. */
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

  setMood(mood: PrinterMood): void {
    this.mood = mood
    // A real one goes on with what it holds when paper is back.
    if (mood === 'ready') for (const go of this.held.splice(0)) go()
  }

  setPace(msPerTicket: number): void {
    this.msPerTicket = msPerTicket
  }

  /** Always on the same port, once it has one. */
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
    this.visits += 1
    this.lines.add(line)
    line.on('close', () => this.lines.delete(line))
    line.on('error', () => {})
    let work = Promise.resolve()
    let ticket: number[] = []
    line.on('data', (bytes: Buffer) => {
      if (this.mood === 'hanging-up' && bytes.length > 8) {
        line.destroy()
        return
      }
      for (const command of commandsIn(bytes)) {
        if (command.kind === 'real-time') this.say(line, this.status(command.about))
        else if (command.kind === 'bytes') ticket.push(...command.bytes)
        else if (command.kind === 'cut') {
          const whole = Buffer.from(ticket)
          ticket = []
          work = work.then(() => this.comesOut(whole))
        } else work = work.then(() => this.say(line, this.paperByte()))
      }
    })
  }

  private async comesOut(ticket: Buffer): Promise<void> {
    if (this.msPerTicket > 0) await new Promise((resolve) => setTimeout(resolve, this.msPerTicket))
    if (this.mood === 'no-paper' || this.mood === 'cover-open')
      await new Promise<void>((resolve) => this.held.push(resolve))
    this.tickets.push(ticket)
    this.onTicket(ticket)
  }

  private say(line: Socket, byte: number): void {
    if (this.mood === 'mute' || line.destroyed) return
    line.write(Buffer.from([byte]))
  }

  private paperByte(): number {
    return this.mood === 'no-paper' ? 0x0c : 0
  }

  /** ESC/POS: bits 1 and 4 are always set in a real-time answer. */
  private status(about: number): number {
    if (about === 4) return this.mood === 'no-paper' ? 0x72 : 0x12
    if (about === 2)
      return 0x12 | (this.mood === 'cover-open' ? 0x04 : 0) | (this.mood === 'no-paper' ? 0x20 : 0)
    return 0x12
  }
}

type Command =
  | { readonly kind: 'bytes'; readonly bytes: readonly number[] }
  | { readonly kind: 'cut' }
  | { readonly kind: 'real-time'; readonly about: number }
  | { readonly kind: 'paper-status' }

/** Enough of ESC/POS to see tickets: DLE EOT n, GS V (cut) and GS r n; the rest is print data. */
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
      yield { kind: 'paper-status' }
      at += 3
    } else {
      data.push(a)
      at += 1
    }
  }
  yield { kind: 'bytes', bytes: data }
}
