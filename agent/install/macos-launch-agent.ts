import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ServicePlan, SystemService } from './service.ts'

const label = 'br.com.balcao.agente'

/** A launch agent of the person: it starts at sign-in and again when it ends. */
export const macosService: SystemService = {
  name: 'agente de início do macOS',
  places: () => {
    const programDir = join(homedir(), 'Library/Application Support/Balcao Agente')
    return { scope: 'user', programDir, stateDir: join(programDir, 'dados'), link: null }
  },
  files: (plan) => [{ path: plistPath(), content: Buffer.from(plistText(plan)) }],
  start: () => [
    { program: 'launchctl', args: ['bootout', target()], optional: true },
    { program: 'launchctl', args: ['bootstrap', domain(), plistPath()] },
  ],
  stop: () => [{ program: 'launchctl', args: ['bootout', target()], optional: true }],
  isRunning: () => ({ program: 'launchctl', args: ['print', target()] }),
}

const domain = (): string => `gui/${String(process.getuid?.() ?? 0)}`
const target = (): string => `${domain()}/${label}`
const plistPath = (): string => join(homedir(), 'Library/LaunchAgents', `${label}.plist`)

export function plistText({ programDir, stateDir }: ServicePlan): string {
  const words = [join(programDir, 'balcao-agente'), 'rodar', '--registro', '--state', stateDir]
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${words.map((word) => `    <string>${escaped(word)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ThrottleInterval</key><integer>5</integer>
  <key>ProcessType</key><string>Interactive</string>
</dict>
</plist>
`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
