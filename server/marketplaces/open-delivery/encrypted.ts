import { isRecord } from '../sanitise/is-record.ts'

/** The document without the texts that the application encrypted: nobody could read them on a ticket. */
export function withoutEncrypted(document: unknown, prefix: string | null): unknown {
  if (prefix === null) return document
  if (Array.isArray(document)) return document.map((one) => withoutEncrypted(one, prefix))
  if (!isRecord(document)) return document
  return Object.fromEntries(
    Object.entries(document)
      .filter(([, value]) => typeof value !== 'string' || !value.startsWith(prefix))
      .map(([name, value]) => [name, withoutEncrypted(value, prefix)]),
  )
}
