import { useState } from 'react'
import type { AgentPlatform, AgentRelease } from '../../contract/printing/printing.ts'
import { pageOrigin } from '../browser/screen.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { SelectField } from '../ui/text-field.tsx'
import { bytes } from '../words/format.ts'
import { installCommand, likelyPlatform, platformNames } from './install.rules.ts'
import { Stack } from '../kit/layout.tsx'
import styles from './printing-tab.module.css'

/** How to install the agent on the computer with the printers: one command, or the file with its checksum. */
export function InstallSteps({
  release,
  link,
}: {
  readonly release: AgentRelease | null
  readonly link: string
}) {
  const [chosen, setChosen] = useState<AgentPlatform | null>(null)
  const platform = chosen ?? (release ? likelyPlatform(navigator.userAgent, release) : null)
  const download = release?.downloads.find((one) => one.platform === platform)
  if (!release || !platform || !download)
    return (
      <p className={styles.trouble}>
        O programa de impressão não está neste servidor. Peça a quem cuida do servidor para empacotá-lo.
      </p>
    )
  const command = installCommand(pageOrigin(), platform, link)
  return (
    <Stack gap={14} className={styles.form}>
      <SelectField
        label="Sistema do computador"
        value={platform}
        options={release.downloads.map((one) => [one.platform, platformNames[one.platform]] as const)}
        onChange={(event) => setChosen(event.target.value as AgentPlatform)}
      />
      {command ? (
        <>
          <p>
            {platform === 'windows-x64'
              ? 'Abra o PowerShell pelo menu Iniciar, cole e aperte Enter.'
              : 'Abra o Terminal, cole e aperte Enter.'}
          </p>
          <pre className={styles.command} tabIndex={0} aria-label="Comando de instalação">
            {command}
          </pre>
          <p>
            <CopyButton text={command} label="Copiar o comando" done="O comando está copiado." />
          </p>
        </>
      ) : null}
      <details className={styles.more}>
        <summary>Prefiro baixar o arquivo</summary>
        <p>
          <a href={`/api/agent/download/${platform}`} download={download.file}>
            Baixar {download.file}
          </a>{' '}
          ({bytes(download.bytes)}). Descompacte e rode <code>balcao-agente instalar</code> com o link acima.
        </p>
        <p>Confira a soma SHA-256 antes de abrir:</p>
        <code className={styles.sum}>{download.sha256}</code>
      </details>
    </Stack>
  )
}

export function CopyButton({
  text,
  label,
  done,
}: {
  readonly text: string
  readonly label: string
  readonly done: string
}) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      notify(done)
    } catch {
      notify('O navegador não deixou copiar. Selecione o texto.', 'bad')
    }
  }
  return <Button onClick={() => void copy()}>{label}</Button>
}
