import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ZipFile } from 'yazl'
import { agentVersion } from '../agent/version.ts'
import { agentPlatforms, type AgentPlatform, type AgentRelease } from '../contract/printing/printing.ts'
import { nodeLicense, run, runtimeOf } from './agent-runtimes.ts'
import { bundleAgent, startScripts } from './bundle-agent.ts'

/**
 * Packs the print agent into dist/agent: for each system a folder with Node and the agent, as one archive; the
 * program alone, for updates; and release.json, which the server reads. `--only linux-x64` packs fewer, `--to` elsewhere.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({ options: { only: { type: 'string' }, to: { type: 'string' } } })
const target = values.to ?? join(root, 'dist', 'agent')
const work = join(root, '.cache', 'agent')
const wanted = agentPlatforms.filter((one) => !values.only || values.only.split(',').includes(one))
if (wanted.length === 0) throw new Error(`Systems: ${agentPlatforms.join(', ')}`)

const bundles = join(work, 'bundles')
rmSync(bundles, { recursive: true, force: true })
await bundleAgent(bundles)
mkdirSync(target, { recursive: true })
// Until the new files are whole, the server offers none.
rmSync(join(target, 'release.json'), { force: true })

const downloads: AgentRelease['downloads'] = []
for (const platform of wanted) {
  try {
    const file = await archive(platform)
    downloads.push({ platform, ...(await describe(file)) })
    console.log(`${platform}: ${basename(file)}`)
  } catch (error) {
    console.error(`${platform}: não foi possível. ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
const program = join(target, `agente-${agentVersion}.mjs`)
copyFileSync(join(bundles, 'agente.mjs'), program)
const release = { version: agentVersion, downloads, program: await describe(program) }
writeFileSync(join(target, 'release.json.new'), JSON.stringify(release, null, 2))
renameSync(join(target, 'release.json.new'), join(target, 'release.json'))
const kept = new Set(['release.json', release.program.file, ...downloads.map((one) => one.file)])
for (const file of readdirSync(target)) if (!kept.has(file)) rmSync(join(target, file))
console.log(
  `Agente ${agentVersion}: ${String(downloads.length)} de ${String(wanted.length)} sistemas em ${target}`,
)

async function archive(platform: AgentPlatform): Promise<string> {
  const isWindows = platform === 'windows-x64'
  const node = runtimeOf(platform, join(work, 'node'))
  const folder = join(work, platform, 'balcao-agente')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const files = [
    ['agente.mjs', 0o644],
    ['inicio.mjs', 0o644],
    [isWindows ? 'node.exe' : 'node', 0o755],
    [isWindows ? 'balcao-agente.cmd' : 'balcao-agente', 0o755],
    ['LICENSE', 0o644],
    ['LICENSE-node', 0o644],
  ] as const
  for (const file of ['agente.mjs', 'inicio.mjs']) copyFileSync(join(bundles, file), join(folder, file))
  copyFileSync(node, join(folder, isWindows ? 'node.exe' : 'node'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(nodeLicense(join(work, 'node')), join(folder, 'LICENSE-node'))
  const { name: start, text } = startScripts[isWindows ? 'windows' : 'unix']
  writeFileSync(join(folder, start), text)
  for (const [file, mode] of files) chmodSync(join(folder, file), mode)
  const made = join(target, `balcao-agente-${agentVersion}-${platform}.${isWindows ? 'zip' : 'tar.gz'}`)
  if (isWindows) await zip(made, folder, files)
  else run('tar', ['-czf', made, '--owner=0', '--group=0', '-C', join(folder, '..'), 'balcao-agente'])
  rmSync(join(folder, '..'), { recursive: true, force: true })
  return made
}

async function zip(
  file: string,
  folder: string,
  files: readonly (readonly [string, number])[],
): Promise<void> {
  const made = new ZipFile()
  for (const [name, mode] of files)
    made.addFile(join(folder, name), `balcao-agente/${name}`, { mode: mode | 0o100000 })
  made.end()
  await pipeline(made.outputStream, createWriteStream(file))
}

async function describe(file: string): Promise<{ file: string; bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { file: basename(file), bytes: statSync(file).size, sha256: hash.digest('hex') }
}
