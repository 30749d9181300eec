import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Agent, request } from 'undici'
import { lookup as entryOf } from '../../contract/shared/lookup.ts'
import { isPublic } from './public-agent.ts'

export type PageRefusal =
  | 'address'
  | 'not-public'
  | 'unreachable'
  | 'redirects'
  | 'status'
  | 'type'
  | 'too-large'
  | 'too-slow'

/** Why a page was not read. `detail` is for the log, never for a person: it may name what the network looks like. */
export class PageRefusedError extends Error {
  readonly reason: PageRefusal
  readonly status: number | null

  constructor(reason: PageRefusal, detail: string, status: number | null = null) {
    super(`page not read, ${reason}: ${detail}`)
    this.name = 'PageRefusedError'
    this.reason = reason
    this.status = status
  }
}

export interface PublicPage {
  /** Where the redirects ended. */
  readonly url: string
  /** As the server says it, lower case, without parameters. */
  readonly type: string
  /** Of the letters, as the server says it; null when it does not. */
  readonly charset: string | null
  readonly bytes: Buffer
}

export interface PageReading {
  /** Media types that are taken; anything else is refused before its body is read. */
  readonly types: readonly string[]
  /** Origins that may be on a private network, such as the demonstration's simulator. */
  readonly trustedOrigins?: readonly string[]
  /** After decompression. */
  readonly maxBytes?: number
  /** For everything: names, connections, redirects, body. */
  readonly maxMs?: number
  readonly resolve?: Resolve
}

type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

const maxRedirects = 3
const usualBytes = 5 * 1024 * 1024
const usualMs = 15_000
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Reads a page whose address a person typed. Each hop is resolved once, and the connection goes to that very number,
 * so that a name cannot change between check and use; numbers that are not on the public internet are refused.
 * @throws {PageRefusedError}
 */
export async function readPublicPage(address: string, reading: PageReading): Promise<PublicPage> {
  const late = AbortSignal.timeout(reading.maxMs ?? usualMs)
  let url = addressToRead(address, reading)
  try {
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const answer = await readHop(url, reading, late)
      if ('bytes' in answer) return answer
      url = addressToRead(answer.location, reading, url)
    }
  } catch (error) {
    throw late.aborted ? new PageRefusedError('too-slow', url.host) : error
  }
  throw new PageRefusedError('redirects', url.host)
}

/** Ports 80 and 443 only, and no credentials, which would be sent to any server that answers. */
function addressToRead(text: string, { trustedOrigins = [] }: PageReading, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url || text.length > 2_048) throw new PageRefusedError('address', 'no address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new PageRefusedError('address', url.protocol)
  if (url.username !== '' || url.password !== '') throw new PageRefusedError('address', 'credentials')
  // URL drops the port that belongs to the scheme.
  const port = url.protocol === 'https:' ? '80' : '443'
  if (url.port !== '' && url.port !== port && !trustedOrigins.includes(url.origin))
    throw new PageRefusedError('address', `port ${url.port}`)
  return url
}

type Answer = PublicPage | { readonly location: string }

async function readHop(url: URL, reading: PageReading, late: AbortSignal): Promise<Answer> {
  const to = await addressOf(url, reading, late)
  const agent = new Agent({ connect: { lookup: always(to), timeout: 5_000 }, pipelining: 0 })
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal: late,
      headers: {
        accept: `${reading.types.join(', ')};q=0.9`,
        'accept-encoding': 'gzip, br',
        'user-agent': 'Balcao/1.0 (menu import)',
      },
    })
    // A body that is left behind may still report the end of its connection.
    body.on('error', () => {})
    if (redirects.has(statusCode)) {
      const { location } = headers
      if (typeof location !== 'string') throw new PageRefusedError('redirects', 'no location')
      return { location }
    }
    if (statusCode !== 200) throw new PageRefusedError('status', String(statusCode), statusCode)
    const { type, charset } = contentType(String(headers['content-type'] ?? ''))
    if (!reading.types.includes(type)) throw new PageRefusedError('type', type)
    const most = reading.maxBytes ?? usualBytes
    if (Number(headers['content-length'] ?? 0) > most) throw new PageRefusedError('too-large', url.host)
    return {
      url: url.href,
      type,
      charset,
      bytes: await wholeBody(body, headers['content-encoding'], most, late),
    }
  } catch (error) {
    if (error instanceof PageRefusedError) throw error
    throw new PageRefusedError('unreachable', error instanceof Error ? error.message : String(error))
  } finally {
    void agent.destroy()
  }
}

function contentType(header: string): Pick<PublicPage, 'type' | 'charset'> {
  const [type = '', ...parameters] = header.split(';')
  const charset = /^\s*charset\s*=\s*"?([\w:.-]+)/i
  return {
    type: type.trim().toLowerCase(),
    charset: parameters.map((one) => charset.exec(one)?.[1]).find((one) => one !== undefined) ?? null,
  }
}

async function addressOf(
  url: URL,
  { resolve = everyAddress, trustedOrigins = [] }: PageReading,
  late: AbortSignal,
): Promise<{ address: string; family: number }> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // Some resolvers know it only without its dot.
  const local = /(?:^|\.)localhost\.?$/.test(host)
  if (local && !trustedOrigins.includes(url.origin)) throw new PageRefusedError('not-public', host)
  const family = isIP(host)
  const found = family > 0 ? [{ address: host, family }] : await resolved(host, resolve, late)
  const [first] = found
  if (!first) throw new PageRefusedError('unreachable', `${host} has no address`)
  if (!trustedOrigins.includes(url.origin) && !found.every(({ address }) => isPublic(address)))
    throw new PageRefusedError('not-public', host)
  return first
}

async function resolved(host: string, resolve: Resolve, late: AbortSignal): ReturnType<Resolve> {
  const given = Promise.withResolvers<never>()
  const stop = () => given.reject(new PageRefusedError('too-slow', host))
  late.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([resolve(host), given.promise])
  } catch (error) {
    if (error instanceof PageRefusedError) throw error
    throw new PageRefusedError('unreachable', `${host} is not known`)
  } finally {
    late.removeEventListener('abort', stop)
  }
}

const everyAddress: Resolve = (host) => lookup(host, { all: true })

const always =
  (to: { address: string; family: number }): LookupFunction =>
  (_host, options, found) => {
    if (options.all) found(null, [to])
    else found(null, to.address, to.family)
  }

async function wholeBody(
  body: Readable,
  encoding: string | string[] | undefined,
  most: number,
  late: AbortSignal,
): Promise<Buffer> {
  const opened = decompressed(body, encoding)
  const stop = () => opened.destroy(new PageRefusedError('too-slow', 'body'))
  late.addEventListener('abort', stop, { once: true })
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of opened) {
      const bytes = piece as Buffer
      size += bytes.byteLength
      if (size > most) throw new PageRefusedError('too-large', `more than ${String(most)} bytes`)
      pieces.push(bytes)
    }
  } finally {
    late.removeEventListener('abort', stop)
    opened.destroy()
    body.destroy()
  }
  return Buffer.concat(pieces)
}

function decompressed(body: Readable, encoding: string | string[] | undefined): Readable {
  const opener = entryOf(openers, String(encoding ?? 'identity').toLowerCase())
  if (opener === undefined) throw new PageRefusedError('type', `encoding ${String(encoding)}`)
  if (opener === null) return body
  const opened = opener()
  body.on('error', (error) => opened.destroy(error))
  return body.pipe(opened)
}

/** The sizes of its steps bound what one step of a hostile body can make. */
const openers: Readonly<Record<string, (() => ReturnType<typeof createGunzip>) | null | undefined>> = {
  identity: null,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress as () => ReturnType<typeof createGunzip>,
}
