import { lookup as resolve, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { Agent, type AgentOptions, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The name or number leads to this machine, a private network or another place that is not the public internet. */
class NotPublicError extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`)
    this.name = 'NotPublicError'
  }
}

/**
 * Connects to public addresses only: no loopback, private, link-local (cloud metadata), carrier-grade NAT or tunnel
 * range, nor IPv4 inside IPv6. The check is made on the address that is then connected to, so a name cannot change
 * between the two.
 */
export function publicAgent(options: AgentOptions = {}): Agent {
  return new PublicAgent({ ...options, lookup: publicLookup })
}

class PublicAgent extends Agent {
  override createConnection(options: RequestOptions, ready?: Parameters<Agent['createConnection']>[1]) {
    // A number is connected to without a look-up.
    const host = options.host ?? ''
    if (isIP(host) && !isPublic(host)) throw new NotPublicError(host)
    return super.createConnection(options, ready)
  }
}

/** For an agent whose hosts are names: a number is connected to without a look-up. */
export const publicLookup: LookupFunction = (host, options, found) => {
  const every: LookupAllOptions = { ...options, all: true }
  resolve(host, every, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? []
    if (error || !first) {
      found(error ?? new NotPublicError(host), '')
      return
    }
    if (!addresses.every(({ address }) => isPublic(address))) found(new NotPublicError(host), '')
    else if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}

/**
 * Ranges by the registries of IANA, as ipaddr.js names them; an IPv4 address inside IPv6 counts as what it is. Of IPv6
 * only 2000::/3 has been given out to the internet: the rest is unnamed there, and an old way to write IPv4 among it.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(internet, 3)) return false
  return parsed.range() === 'unicast'
}

const internet = ipaddr.IPv6.parse('2000::')
