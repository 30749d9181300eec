import { BlockList, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** What counts as one sender: a line has 2⁶⁴ addresses of IPv6, so its network; anything else as it is. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** Null for the own machine or network: most often a front server that hides its visitors' addresses. */
export const strangersNetworkOf = (address: string): string | null =>
  isOwnNetwork(address) ? null : networkOf(address)

/** Also finds IPv4 addresses that are written as IPv6. */
const isOwnNetwork = (address: string): boolean =>
  ownNetwork.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const ownNetwork = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ownNetwork.addSubnet(net, bits, 'ipv4')
ownNetwork.addAddress('::1', 'ipv6')
ownNetwork.addSubnet('fc00::', 7, 'ipv6')
