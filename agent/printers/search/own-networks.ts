import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

export interface OwnNetwork {
  /** `192.168.0.0/24`. */
  readonly cidr: string
  /** Every address beside the computer's own; of a large network only those around its own. */
  readonly hosts: readonly string[]
}

/** Of virtual machines and containers: no printer is there. */
const virtualName = /^(docker|br-|veth|virbr|vbox|vmnet|vethernet|utun|tun|tap|lo)/i

/** The private networks of this computer, eight at most. */
export function ownNetworks(
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): readonly OwnNetwork[] {
  const found = new Map<string, OwnNetwork>()
  for (const [name, addresses] of Object.entries(interfaces)) {
    if (virtualName.test(name)) continue
    for (const { address, cidr, family, internal } of addresses ?? []) {
      const bits = Number(cidr?.split('/')[1])
      if (family !== 'IPv4' || internal || !isPrivate(address) || !(bits >= 8 && bits <= 30)) continue
      const network = networkOf(address, bits)
      found.set(network.cidr, network)
    }
  }
  return [...found.values()].slice(0, 8)
}

/** At most 254 addresses are tried. */
const maxBits = 24

function networkOf(address: string, bits: number): OwnNetwork {
  const own = toNumber(address)
  const first = own - (own % 2 ** (32 - bits))
  const tried = Math.max(bits, maxBits)
  const from = own - (own % 2 ** (32 - tried))
  const hosts = Array.from({ length: 2 ** (32 - tried) - 2 }, (_, at) => toText(from + 1 + at))
  return { cidr: `${toText(first)}/${String(bits)}`, hosts: hosts.filter((host) => host !== address) }
}

const isPrivate = (address: string): boolean =>
  /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(address)

const toNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const toText = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
