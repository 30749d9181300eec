import { maxFound, printerPort, type FoundPrinter } from '../../../contract/printing/printer-search.ts'
import { askMdns } from './ask-mdns.ts'
import { ownNetworks } from './own-networks.ts'
import { accepts, scanPort } from './scan-port.ts'

export interface NetworkSearch {
  readonly hosts: readonly string[]
  readonly port: number
  readonly ask: typeof askMdns
}

const whole = (): NetworkSearch => ({
  hosts: ownNetworks().flatMap(({ hosts }) => hosts),
  port: printerPort,
  ask: askMdns,
})

/** Printers on this computer's networks: those that take a connection on the port, and those that name themselves. */
export async function searchNetwork(
  { hosts, port, ask }: NetworkSearch = whole(),
): Promise<readonly FoundPrinter[]> {
  const [open, { raw, names }] = await Promise.all([scanPort(hosts, port), ask()])
  const scanned = open.map((host) => ({ address: host, name: names.get(host) ?? '', answers: true }))
  const others = raw.filter((one) => one.port !== port || !open.includes(one.host))
  const named = await Promise.all(
    others.map(async ({ host, port: own, name }) => ({
      address: own === port ? host : `${host}:${String(own)}`,
      name,
      answers: await accepts(host, own),
    })),
  )
  return [...scanned, ...named].slice(0, maxFound)
}
