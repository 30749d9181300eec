import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

export interface AnnouncedPrinter {
  /** `Cozinha`; the label of its instance. */
  readonly instance: string
  /** `EPSON TM-T20X`, in its text. */
  readonly model?: string
  readonly service: string
  readonly host: string
  readonly address: string
  readonly port: number
}

/** Printers that name themselves on the network: answers each question with all of them, as printers do, with pointers. */
export class MdnsResponder {
  readonly questions: Buffer[] = []
  private socket: Socket | null = null
  /** Sent beside the answer, as any device may. */
  noise: readonly Buffer[] = []
  printers: readonly AnnouncedPrinter[] = []

  async start(): Promise<number> {
    const socket = createSocket('udp4')
    this.socket = socket
    socket.on('message', (message, from) => {
      this.questions.push(message)
      for (const answer of [...this.noise, ...this.printers.map(announcement)])
        socket.send(answer, from.port, from.address)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return (socket.address() as AddressInfo).port
  }

  stop(): void {
    this.socket?.close()
  }
}

export function announcement({ instance, model, service, host, address, port }: AnnouncedPrinter): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0x8400, 2)
  head.writeUInt16BE(4, 6)
  // The service stands once at byte 12, and every later name points there.
  const serviceName = name(service)
  const instanceName = Buffer.concat([label(instance), Buffer.from([0xc0, 12])])
  const place = Buffer.alloc(6)
  place.writeUInt16BE(port, 4)
  return Buffer.concat([
    head,
    serviceName,
    record(12, instanceName),
    instanceName,
    record(33, Buffer.concat([place, name(host)])),
    instanceName,
    record(16, Buffer.concat([label('txtvers=1'), ...(model ? [label(`ty=${model}`)] : [])])),
    name(host),
    record(1, Buffer.from(address.split('.').map(Number))),
  ])
}

/** Type, class, time to live and length before the data. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(120, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([head, data])
}

function label(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

const name = (text: string): Buffer => Buffer.concat([...text.split('.').map(label), Buffer.from([0])])
