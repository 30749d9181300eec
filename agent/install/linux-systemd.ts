import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Command, ServicePlan, SystemService } from './service.ts'

const unit = 'balcao-agente.service'

/** A systemd unit: of the person (starts with the machine once lingering is on) or of the machine. */
export const linuxService: SystemService = {
  name: 'serviço do systemd',
  places: (scope) =>
    scope === 'system'
      ? {
          scope,
          programDir: '/opt/balcao-agente',
          // systemd makes it and gives it to the user that it makes for the service.
          stateDir: '/var/lib/balcao-agente',
          link: '/usr/local/bin/balcao-agente',
        }
      : {
          scope,
          programDir: join(homedir(), '.local/share/balcao-agente'),
          stateDir: join(homedir(), '.balcao-agente'),
          link: join(homedir(), '.local/bin/balcao-agente'),
        },
  files: (plan) => [{ path: unitPath(plan), content: Buffer.from(unitText(plan)) }],
  start: (plan) => [
    systemctl(plan, 'daemon-reload'),
    systemctl(plan, 'enable', unit),
    systemctl(plan, 'restart', unit),
    // Without it the agent of a person would stop when the person signs out.
    ...(plan.scope === 'user'
      ? [{ program: 'loginctl', args: ['enable-linger'], optional: true as const }]
      : []),
  ],
  stop: (plan) => [{ ...systemctl(plan, 'disable', '--now', unit), optional: true }],
  isRunning: (plan) => systemctl(plan, 'is-active', '--quiet', unit),
}

const systemctl = ({ scope }: ServicePlan, ...args: string[]): Command => ({
  program: 'systemctl',
  args: [...(scope === 'user' ? ['--user'] : []), ...args],
})

const unitPath = ({ scope }: ServicePlan): string =>
  scope === 'system' ? `/etc/systemd/system/${unit}` : join(homedir(), '.config/systemd/user', unit)

export function unitText({ scope, programDir, stateDir }: ServicePlan): string {
  const start = [join(programDir, 'balcao-agente'), 'rodar', '--registro', '--state', stateDir]
  return `[Unit]
Description=Agente de impressão do Balcão
Wants=network-online.target
After=network-online.target

[Service]
ExecStart=${start.map(quoted).join(' ')}
Restart=always
RestartSec=5
# Enough to finish the ticket that is being printed.
TimeoutStopSec=40
${scope === 'system' ? systemLines : ''}
[Install]
WantedBy=${scope === 'system' ? 'multi-user.target' : 'default.target'}
`
}

/** A user of its own that may write to printers (group lp) and to its own folder, and nothing else. */
const systemLines = `DynamicUser=yes
StateDirectory=balcao-agente
StateDirectoryMode=0700
SupplementaryGroups=lp
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
`

/** `%` and `$` mean something to systemd. */
const quoted = (word: string): string =>
  `"${word
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll('%', '%%')
    .replaceAll('$', () => '$$')}"`
