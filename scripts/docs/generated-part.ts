import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A part of a page that a script writes, between `<!-- name: script -->` and `<!-- /name -->`. */
export interface GeneratedPart {
  /** From the root of the repository. */
  readonly page: string
  readonly name: string
  readonly script: string
  /** The part as it should be; `current` is what the page has. */
  readonly write: (current: string) => string
}

/** The page as it is and as the script writes it. Throws for a page without the two marks. */
export function pageWith({ page, name, script, write }: GeneratedPart): { was: string; is: string } {
  const [begin, end] = [`<!-- ${name}: ${script} -->\n\n`, `\n\n<!-- /${name} -->`]
  const was = readFileSync(join(root, page), 'utf8')
  const [before, rest = ''] = was.split(begin)
  const [current = '', after] = rest.split(end)
  if (before === undefined || after === undefined)
    throw new Error(`${page} has no ${begin.trim()} … ${end.trim()}`)
  return { was, is: `${before}${begin}${write(current)}${end}${after}` }
}

/** Writes the part into its page; with `--verify` ends with 1 where the page differs. */
export function writePart(part: GeneratedPart): void {
  const { was, is } = pageWith(part)
  if (!process.argv.includes('--verify')) writeFileSync(join(root, part.page), is)
  else if (is !== was) {
    console.error(stalePage(part))
    process.exit(1)
  }
}

export const stalePage = ({ page, script }: GeneratedPart): string =>
  `${page} is stale: run node scripts/with-node24.mjs ${script}`
