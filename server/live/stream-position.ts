import { createHash } from 'node:crypto'
import type { StreamPosition } from '../db/live-events.ts'

const version = 'v3:'
const hashBytes = 4

/**
 * A stream's position as the browser keeps it: `v3:` and, in base64url, four bytes of the hash of the database's
 * history (server/db/history-id.ts) and the sorted store ids, and one varint for each store in that order. 100 stores
 * take about 300 characters.
 */
export function positionText(position: StreamPosition, historyId: string): string {
  const storeIds = [...position.keys()].toSorted()
  const bytes = [...hashOf(historyId, storeIds)]
  for (const storeId of storeIds) {
    let left = position.get(storeId) ?? 0
    while (left >= 0x80) {
      bytes.push((left % 0x80) + 0x80)
      left = Math.floor(left / 0x80)
    }
    bytes.push(left)
  }
  return version + Buffer.from(bytes).toString('base64url')
}

/**
 * Null if the text is for other stores, of another database's history, or of an older format; the client then reloads
 * everything.
 */
export function positionOf(text: string, stores: Iterable<string>, historyId: string): StreamPosition | null {
  if (!text.startsWith(version)) return null
  const storeIds = [...stores].toSorted()
  const bytes = Buffer.from(text.slice(version.length), 'base64url')
  if (bytes.length < hashBytes || !bytes.subarray(0, hashBytes).equals(hashOf(historyId, storeIds)))
    return null
  const position = new Map<string, number>()
  let at = hashBytes
  for (const storeId of storeIds) {
    let seq = 0
    for (let unit = 1; ; unit *= 0x80) {
      const byte = bytes[at]
      if (byte === undefined || unit > 2 ** 49) return null
      at += 1
      seq += (byte % 0x80) * unit
      if (byte < 0x80) break
    }
    position.set(storeId, seq)
  }
  return at === bytes.length ? position : null
}

const hashOf = (historyId: string, storeIds: readonly string[]): Buffer =>
  createHash('sha256')
    .update([historyId, ...storeIds].join())
    .digest()
    .subarray(0, hashBytes)
