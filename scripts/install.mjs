// Installs the locked dependencies if they are missing or older than the lock file.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runtime.mjs'

/** Says so, after `step`, only when there is something to install. */
export function installDependencies(step = '') {
  const stamp = join(root, 'node_modules', '.balcao-lock')
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  // After a manual `npm ci` there is only npm's own copy of the lock, which is as good.
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden) || !sameVersions(hidden)) {
    console.log(`${step}Instalando as dependências (uma vez; pode levar minutos)…`)
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const done = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (done.status !== 0) {
      console.error('As dependências não puderam ser instaladas. Confira a conexão com o registro do npm.')
      process.exit(done.status ?? 1)
    }
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  writeFileSync(stamp, lock)
}

function sameVersions(hidden) {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || found[path]?.version === entry.version) return true
    // The runtime and PostgreSQL are optional packages per platform; only this platform's must be
    // installed.
    return entry.optional === true && !found[path] && !isForThisPlatform(entry)
  })
}

function isForThisPlatform({ os, cpu, libc }) {
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl'))
}
