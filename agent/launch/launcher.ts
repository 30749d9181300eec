import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defaultStateDir } from '../places.ts'
import { supervise } from './supervise.ts'
import { programOf, readVersions } from './versions.ts'

/** `inicio.mjs` of a packed agent: runs the version in use. Only a new download replaces it. */
const dir = dirname(fileURLToPath(import.meta.url))
process.env.BALCAO_AGENTE_DIR = dir
const args = process.argv.slice(2)
const stateDir = stateDirOf(args)
const basis = join(dir, 'agente.mjs')

// A log that cannot be written never ends the printing.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

if (args[0] === 'rodar' || args[0] === 'run') {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  process.exit(
    await supervise({ stateDir, basis, args, say: (line) => console.log(line), stopping: stopping.signal }),
  )
}
await import(pathToFileURL(programOf(readVersions(stateDir), stateDir, basis)).href)

/** As the agent reads it; the version in use is found before the agent runs. */
function stateDirOf(words: readonly string[]): string {
  const at = words.indexOf('--state')
  const inline = words.find((word) => word.startsWith('--state='))?.slice('--state='.length)
  return inline ?? (at === -1 ? undefined : words[at + 1]) ?? defaultStateDir()
}
