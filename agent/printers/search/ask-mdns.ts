import { createSocket } from 'node:dgram'
import { setTimeout as wait } from 'node:timers/promises'
import { question, readMessage, type MdnsRecords } from './mdns-message.ts'

export interface NamedPrinter {
  readonly host: string
  readonly port: number
  readonly name: string
}

/** Raw printing; the other two give names to printers that are found by their port. */
const rawService = '_pdl-datastream._tcp.local'
const services = [rawService, '_printer._tcp.local', '_ipp._tcp.local']

interface MdnsPlace {
  readonly address: string
  readonly port: number
  readonly listenMs: number
}
const multicast: MdnsPlace = { address: '224.0.0.251', port: 5353, listenMs: 2_000 }

/** What printers say of themselves. `raw`: they print what is sent to this port. */
export async function askMdns(place: MdnsPlace = multicast): Promise<{
  readonly raw: readonly NamedPrinter[]
  /** By address. */
  readonly names: ReadonlyMap<string, string>
}> {
  const messages: MdnsRecords[] = []
  const socket = createSocket('udp4')
  // Without a network there is no answer either.
  socket.on('error', () => {})
  socket.on('message', (message) => {
    const read = messages.length < maxMessages ? readMessage(message) : null
    if (read) messages.push(read)
  })
  socket.send(question(services), place.port, place.address)
  await wait(place.listenMs)
  socket.close()
  return printersIn(messages)
}

const maxMessages = 200

export function printersIn(messages: readonly MdnsRecords[]): {
  readonly raw: readonly NamedPrinter[]
  readonly names: ReadonlyMap<string, string>
} {
  const all = <T>(pick: (records: MdnsRecords) => ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map(messages.flatMap((records) => [...pick(records)]))
  const [places, addresses, models] = [
    all((one) => one.places),
    all((one) => one.addresses),
    all((one) => one.models),
  ]
  const names = new Map<string, string>()
  const raw: NamedPrinter[] = []
  for (const service of services)
    for (const instance of new Set(messages.flatMap((one) => one.instances.get(service) ?? []))) {
      const place = places.get(instance.toLowerCase())
      const host = place && addresses.get(place.host)
      if (!place || host === undefined) continue
      const name = shown(models.get(instance.toLowerCase()) ?? instance.slice(0, -service.length - 1))
      if (!names.has(host)) names.set(host, name)
      if (service === rawService) raw.push({ host, port: place.port, name })
    }
  return { raw, names }
}

/** Without what is no letter on a screen. */
const shown = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, 120)
