import type { BodyParts, Route } from '../../../contract/shared/route.ts'

/** No form of ours is nested half as deep. */
const maxDepth = 64
const defaultParts: BodyParts = { keys: 5_000, values: 20_000 }
/** Anybody can send them: forms of a few fields. */
export const publicParts: BodyParts = { keys: 100, values: 500 }

export const partsOf = ({ access, bodyParts }: Route): BodyParts =>
  bodyParts ?? (access.kind === 'public' ? publicParts : defaultParts)

/**
 * Why a JSON text is not worth parsing: nested too deep, or more keys or values than allowed. One pass over the bytes
 * (UTF-8) that allocates nothing; says nothing about whether the text is JSON. Each object and array counts as a value.
 */
export function excessOf(json: Uint8Array, { keys, values }: BodyParts): 'depth' | 'parts' | null {
  let [depth, colons, marks] = [0, 0, 0]
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
      continue
    }
    switch (byte) {
      case quote:
        inText = true
        break
      case openArray:
      case openObject:
        depth += 1
        marks += 1
        if (depth > maxDepth) return 'depth'
        break
      case closeArray:
      case closeObject:
        depth -= 1
        break
      case comma:
        marks += 1
        break
      case colon:
        colons += 1
    }
    if (colons > keys || marks > values) return 'parts'
  }
  return null
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openArray = 0x5b
const backslash = 0x5c
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
