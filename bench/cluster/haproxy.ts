import { freePort } from '../../server/db/postgres/private-postgres.ts'
import { until } from '../../server/testing/until.ts'
import { fileOf, folderOf, logOf, startDaemon, type Daemon } from './daemon.ts'
import { thisComputer } from './machines.ts'

export interface Backend {
  readonly name: string
  /** `host:port`. */
  readonly address: string
  /** Where its health is asked; else there. */
  readonly health?: number
}

interface Front extends Daemon {
  readonly port: number
}

/** Connections go to the one machine whose Patroni says that it leads; to any other they are cut. */
export const frontOfCell = (parent: string, nodes: readonly Backend[]): Promise<Front> =>
  startFront(parent, 'front-of-cell', [
    'mode tcp',
    'option httpchk GET /primary',
    'http-check expect status 200',
    'default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map(({ name, address, health }) => `server ${name} ${address} check port ${String(health)}`),
  ])

/** The panel's address before several processes. */
export const frontOfPanel = (parent: string, processes: readonly Backend[]): Promise<Front> =>
  startFront(parent, 'front-of-panel', [
    'mode http',
    'balance roundrobin',
    'option forwardfor',
    'option redispatch',
    'option httpchk GET /health/live',
    'http-check expect status 200',
    'default-server inter 500ms fall 2 rise 1',
    ...processes.map(({ name, address }) => `server ${name} ${address} check`),
  ])

async function startFront(parent: string, name: string, rules: readonly string[]): Promise<Front> {
  const folder = folderOf(parent, name)
  const port = await freePort()
  const lines = [
    'global',
    '  maxconn 2000',
    'defaults',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    `listen ${name}`,
    ...[`bind 127.0.0.1:${port}`, ...rules].map((line) => `  ${line}`),
    '',
  ]
  const file = fileOf(folder, 'haproxy.cfg', lines.join('\n'))
  const daemon = startDaemon(thisComputer, folder, ['/usr/sbin/haproxy', '-db', '-f', file])
  let over = ''
  void daemon.ended.then((why) => (over = why))
  await until(async () => {
    if (over !== '') throw new Error(`haproxy: ${over}\n${logOf(folder)}`)
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error)
    return !(answer instanceof TypeError && String(answer.cause).includes('ECONNREFUSED'))
  })
  return { ...daemon, port }
}
