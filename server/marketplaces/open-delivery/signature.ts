import { createHmac } from 'node:crypto'
import { isRecord } from '../sanitise/is-record.ts'

/**
 * The header of a request that an application wants signed: Base64 HMAC-SHA256 of the address without its query, the
 * sorted query and the canonical body, joined by `&`. Parts that are empty are left out.
 */
export function requestSignature(secret: string, url: string, body: unknown): string {
  const { origin, pathname, searchParams } = new URL(url)
  const query = [...searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1)).map((pair) => pair.join('='))
  const isEmpty = body === undefined || (isRecord(body) && Object.keys(body).length === 0)
  const parts = [origin + pathname, query.join('&'), isEmpty ? '' : canonicalJson(body)]
  return createHmac('sha256', secret)
    .update(parts.filter((part) => part !== '').join('&'))
    .digest('base64')
}

/** RFC 8785: names sorted by UTF-16 units, no spaces, numbers and texts as JavaScript writes them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
