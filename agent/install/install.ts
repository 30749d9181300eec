import { cpSync, existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installationFile, programDir, readInstallation } from '../places.ts'
import { linuxService } from './linux-systemd.ts'
import { macosService } from './macos-launch-agent.ts'
import { runCommand } from './run-command.ts'
import type { Command, ServicePlan, SystemService } from './service.ts'
import { windowsService } from './windows-task.ts'

export interface Installed extends ServicePlan {
  readonly serviceName: string
  /** What a person types from now on. */
  readonly command: string
}

/** Copies the unpacked folder to its place and has the system start it now and from now on. */
export function install(scope: ServicePlan['scope']): Installed {
  const from = unpackedDir()
  const service = serviceOf(process.platform)
  const { link, ...plan } = service.places(scope)
  if (plan.scope === 'system') needsAdministrator()
  for (const command of service.stop(plan)) runCommand(command)
  if (from !== plan.programDir) {
    rmSync(plan.programDir, { recursive: true, force: true })
    cpSync(from, plan.programDir, { recursive: true })
  }
  writeFileSync(
    installationFile(plan.programDir),
    JSON.stringify({ scope: plan.scope, stateDir: plan.stateDir }),
  )
  // What was just downloaded is what the person wants to run.
  if (existsSync(plan.stateDir)) rmSync(join(plan.stateDir, 'versao.json'), { force: true })
  for (const { path, content } of service.files(plan)) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
  const program = join(plan.programDir, process.platform === 'win32' ? 'balcao-agente.cmd' : 'balcao-agente')
  if (link) linkTo(link, program)
  startNow(service.start(plan), plan)
  return { ...plan, serviceName: service.name, command: link ?? program }
}

function startNow(commands: readonly Command[], { scope }: ServicePlan): void {
  try {
    for (const command of commands) runCommand(command)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const other =
      process.platform === 'linux' && scope === 'user'
        ? '\nSem sessão aberta neste computador? Instale para o computador inteiro: sudo, e instalar --sistema.'
        : ''
    throw new Error(`${said}${other}`, { cause: error })
  }
}

/** Answers the folder of the data, which stays. */
export function uninstall(): string {
  const dir = unpackedDir()
  const installed = readInstallation(dir)
  if (!installed) throw new Error('O agente não está instalado por aqui. Use o comando da instalação.')
  if (installed.scope === 'system') needsAdministrator()
  const service = serviceOf(process.platform)
  const { link } = service.places(installed.scope)
  const plan = { ...installed, programDir: dir }
  for (const command of service.stop(plan)) runCommand(command)
  for (const { path } of service.files(plan)) rmSync(path, { force: true })
  if (link) rmSync(link, { force: true })
  // Windows does not delete a program that runs; what is left starts no more.
  if (process.platform === 'win32') rmSync(installationFile(dir), { force: true })
  else rmSync(dir, { recursive: true, force: true })
  return installed.stateDir
}

/** Null: not installed by this folder. */
export function serviceRuns(): boolean | null {
  const dir = programDir()
  const installed = dir && readInstallation(dir)
  if (!dir || !installed) return null
  const asked = serviceOf(process.platform).isRunning({ ...installed, programDir: dir })
  return runCommand({ ...asked, optional: true })
}

function unpackedDir(): string {
  const dir = programDir()
  if (dir === null) throw new Error('Só o agente baixado do painel se instala. Este roda do código-fonte.')
  return dir
}

function needsAdministrator(): void {
  if (process.getuid?.() !== 0)
    throw new Error('Para instalar ou tirar do computador inteiro, rode com sudo.')
}

function linkTo(link: string, program: string): void {
  mkdirSync(dirname(link), { recursive: true })
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link)
  symlinkSync(program, link)
}

function serviceOf(platform: NodeJS.Platform): SystemService {
  if (platform === 'linux') return linuxService
  if (platform === 'darwin') return macosService
  if (platform === 'win32') return windowsService
  throw new Error(`O agente não se instala neste sistema (${platform}).`)
}
