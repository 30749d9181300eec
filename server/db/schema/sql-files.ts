import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filledFunction } from './filled-function.ts'

export interface SqlFile {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

export interface Migration extends SqlFile {
  /** It says `-- no transaction`: only indexes that are built while others write. */
  readonly isApart: boolean
}

export const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))
const functionsFolder = fileURLToPath(new URL('../functions/', import.meta.url))

/** In their order. */
export async function readMigrations(folder = migrationsFolder): Promise<readonly Migration[]> {
  const files = await sqlFiles(folder, /^\d{4}-[\w-]+\.sql$/)
  return files.map((file) => ({ ...file, isApart: /^-- no transaction$/m.test(file.text) }))
}

/** With the lists of the contract filled in. */
export const readFunctions = (): Promise<readonly SqlFile[]> =>
  sqlFiles(functionsFolder, /^\w+\.sql$/, filledFunction)

/** Policies, triggers and generated columns call functions: a migration names them in its `-- needs:` lines. */
export function neededFunctions({ text }: SqlFile, functions: readonly SqlFile[]): readonly SqlFile[] {
  const names = new Set([...text.matchAll(/^-- needs: (.+)$/gm)].flatMap(([, list = '']) => list.split(', ')))
  return functions.filter(({ name }) => names.has(name.replace(/\.sql$/, '')))
}

async function sqlFiles(
  folder: string,
  pattern: RegExp,
  filled = (text: string) => text,
): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = filled(await readFile(join(folder, name), 'utf8'))
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
