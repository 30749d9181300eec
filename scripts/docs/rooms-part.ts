import { globSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root, type GeneratedPart } from './generated-part.ts'
import { roomsTables } from './rooms-tables.ts'

/** The folders of a wing that hold source files; an empty folder that git left behind counts for nothing. */
const foldersOf = (wing: string): readonly string[] => [
  ...new Set(globSync('*/**/*.{ts,tsx}', { cwd: join(root, wing) }).map((path) => path.split(sep)[0] ?? '')),
]

/** The tables of rooms in ARCHITECTURE.md, from the tree. */
export const roomsPart: GeneratedPart = {
  page: 'ARCHITECTURE.md',
  name: 'rooms',
  script: 'scripts/generate-rooms.ts',
  write: (current) =>
    roomsTables(current, {
      contract: foldersOf('contract'),
      server: foldersOf('server'),
      web: foldersOf('web'),
    }),
}
