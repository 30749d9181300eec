import { parse } from 'secure-json-parse'

/** Undefined: not JSON, or it would change the prototype of what it becomes. */
export function parsedJson(bytes: Uint8Array): unknown {
  try {
    return parse(Buffer.from(bytes).toString('utf8'), { protoAction: 'error', constructorAction: 'error' })
  } catch {
    return undefined
  }
}
