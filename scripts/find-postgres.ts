import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const clusterSettings = '/etc/postgresql-common/createcluster.conf'

/**
 * The folder of Debian's PostgreSQL of this version, installed when this process is root and it is missing.
 * Only its programs are used: no cluster of the system is created, started or touched.
 */
export function findPostgres(version: string): string | null {
  const folder = `/usr/lib/postgresql/${version}`
  if (isThere(folder)) return folder
  if (process.getuid?.() !== 0) return null
  if (!keepsClustersAway()) return null
  aptGet('update')
  aptGet(
    'install',
    '--yes',
    '--no-install-recommends',
    '-o',
    'Dpkg::Options::=--force-confold',
    `postgresql-${version}`,
  )
  return isThere(folder) ? folder : null
}

/** The package would create and start a cluster of its own; a setting of the administrator is not changed. */
function keepsClustersAway(): boolean {
  if (existsSync(clusterSettings))
    return /^\s*create_main_cluster\s*=\s*false/m.test(readFileSync(clusterSettings, 'utf8'))
  mkdirSync(dirname(clusterSettings), { recursive: true })
  writeFileSync(clusterSettings, 'create_main_cluster = false\n')
  return true
}

const isThere = (folder: string): boolean => existsSync(`${folder}/bin/postgres`)

export function aptGet(...args: readonly string[]): void {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
