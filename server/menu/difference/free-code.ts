import { createHash } from 'node:crypto'

/** The same for the same name, so that two copies of one menu are the same. */
export function freeCode(kind: string, name: string, taken: Set<string>): string {
  for (let round = 0; ; round += 1) {
    const hash = createHash('sha256')
      .update(`${kind} ${name} ${String(round)}`)
      .digest('hex')
    const code = `${kind}-${hash.slice(0, 12).toUpperCase()}`
    if (taken.has(code)) continue
    taken.add(code)
    return code
  }
}
