import { freePort } from '../../server/db/postgres/private-postgres.ts'
import { until } from '../../server/testing/until.ts'
import { fileOf, folderOf, startDaemon, type Daemon } from './daemon.ts'
import { thisComputer } from './machines.ts'
import { canConnect } from './can-connect.ts'

export interface Pooler extends Daemon {
  /** A database of that server, with the same login, by way of the pooler. */
  urlOf(databaseUrl: string): string
}

interface PoolerParts {
  readonly parent: string
  readonly databaseUrl: string
  readonly mode: 'session' | 'transaction'
}

/** PgBouncer as Debian has it, before one server. Logins pass through to PostgreSQL. */
export async function startPgbouncer({ parent, databaseUrl, mode }: PoolerParts): Promise<Pooler> {
  const folder = folderOf(parent, `pgbouncer-${mode}`)
  const { hostname, port, password, username } = new URL(databaseUrl)
  const listenPort = await freePort()
  const file = fileOf(
    folder,
    'pgbouncer.ini',
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      `pool_mode = ${mode}`,
      'auth_type = scram-sha-256',
      `auth_file = ${fileOf(folder, 'users', `"${username}" "${password}"\n`)}`,
      `auth_user = ${username}`,
      // The passwords of other roles, as PostgreSQL keeps them.
      'auth_query = select usename, passwd from pg_shadow where usename = $1',
      'default_pool_size = 40',
      'max_client_conn = 400',
      '',
    ].join('\n'),
  )
  const daemon = startDaemon(thisComputer, folder, ['/usr/sbin/pgbouncer', file])
  const urlOf = (direct: string): string => {
    const url = new URL(direct)
    url.port = String(listenPort)
    return url.href
  }
  await until(() => canConnect(urlOf(databaseUrl)))
  return { ...daemon, urlOf }
}
