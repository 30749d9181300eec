import { existsSync } from 'node:fs'
import { aptGet, findPostgres } from './find-postgres.ts'

/** The version of Debian 12, the lowest that Balcão supports. */
export const clusterPostgres = '15'

const packages: Readonly<Record<string, string>> = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
}

/** Installs what a cell of several machines needs when this process is root. Why it is not there, for a person; null: it is. */
export function clusterObstacle(): string | null {
  if (process.platform !== 'linux') return 'só no Linux há Patroni, etcd, HAProxy e PgBouncer do Debian'
  const missing = missingPackages()
  if (missing.length > 0 && process.getuid?.() === 0) {
    aptGet('update')
    // What is installed stays as it is.
    aptGet('install', '--yes', '--no-install-recommends', '--no-upgrade', ...missing)
  }
  const still = [...missingPackages(), ...(findPostgres(clusterPostgres) ? [] : ['postgresql-15'])]
  return still.length === 0 ? null : `faltam pacotes do Debian: apt-get install ${still.join(' ')}`
}

const missingPackages = (): readonly string[] =>
  Object.keys(packages).filter((name) => !existsSync(packages[name] ?? ''))
