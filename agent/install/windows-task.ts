import { homedir, userInfo } from 'node:os'
import { win32 } from 'node:path'
import type { ServicePlan, SystemService } from './service.ts'

const task = 'Balcao Agente'

/**
 * A scheduled task at sign-in. A Windows service must speak the service manager's protocol, which Node does not
 * without someone else's wrapper; a task needs no administrator either.
 */
export const windowsService: SystemService = {
  name: 'tarefa do Windows',
  places: () => {
    const local = process.env.LOCALAPPDATA ?? win32.join(homedir(), 'AppData', 'Local')
    const programDir = win32.join(local, 'Balcao', 'Agente')
    return { scope: 'user', programDir, stateDir: win32.join(local, 'Balcao', 'Dados do agente'), link: null }
  },
  files: (plan) => [
    // schtasks reads UTF-16 with its mark only.
    { path: taskFile(plan), content: Buffer.from(`\ufeff${taskText(plan)}`, 'utf16le') },
  ],
  start: (plan) => [
    { program: 'schtasks', args: ['/Create', '/TN', task, '/XML', taskFile(plan), '/F'] },
    { program: 'schtasks', args: ['/Run', '/TN', task] },
  ],
  stop: () => [
    { program: 'schtasks', args: ['/End', '/TN', task], optional: true },
    { program: 'schtasks', args: ['/Delete', '/TN', task, '/F'], optional: true },
  ],
  // Its words are in the system's language, so the state comes as a number: 4 is running.
  isRunning: () => ({
    program: 'powershell',
    args: [
      '-NoProfile',
      '-Command',
      `if ([int](Get-ScheduledTask -TaskName '${task}' -ErrorAction Stop).State -ne 4) { exit 1 }`,
    ],
  }),
}

const taskFile = ({ programDir }: ServicePlan): string => win32.join(programDir, 'tarefa.xml')

export function taskText({ programDir, stateDir }: ServicePlan): string {
  const node = win32.join(programDir, 'node.exe')
  const launcher = win32.join(programDir, 'inicio.mjs')
  // conhost --headless: without it a black window would stay open on the counter's screen.
  const words = [
    '--headless',
    quoted(node),
    quoted(launcher),
    'rodar',
    '--registro',
    '--state',
    quoted(stateDir),
  ]
  // A trigger for every user would need an administrator.
  const user = escaped(`${process.env.USERDOMAIN ?? '.'}\\${userInfo().username}`)
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Agente de impressão do Balcão</Description></RegistrationInfo>
  <Triggers><LogonTrigger><Enabled>true</Enabled><UserId>${user}</UserId></LogonTrigger></Triggers>
  <Principals><Principal id="Author"><UserId>${user}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>conhost.exe</Command>
      <Arguments>${escaped(words.join(' '))}</Arguments>
      <WorkingDirectory>${escaped(programDir)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
}

const quoted = (path: string): string => `"${path}"`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
