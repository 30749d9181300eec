import { useState } from 'react'
import type { AgentRelease } from '../../contract/printing/printing.ts'
import { pageOrigin } from '../browser/screen.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { Button } from '../ui/button.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { CopyButton, InstallSteps } from './install-steps.tsx'
import { pairingLink } from './install.rules.ts'
import { Stack } from '../kit/layout.tsx'
import styles from './printing-tab.module.css'

/** The code as a link to open, to scan or to send to the computer with the printers, or the command for this one. */
export function PairingWays({
  code,
  release,
}: {
  readonly code: string
  readonly release: AgentRelease | null
}) {
  // On a phone this is never the computer with the printers.
  const isPhone = useIsPhone()
  const [here, setHere] = useState(false)
  const link = pairingLink(pageOrigin(), code)
  return (
    <>
      <div className={styles.ways}>
        <QrCode text={link} label="QR Code com o link de instalação" />
        <Stack gap={10} start>
          <p className={styles.code}>
            <span className={styles.whole}>{code.replace(/[^/]+$/, '')}</span>
            <span className={styles.whole}>{code.replace(/^.*\//, '')}</span>
          </p>
          <p>Abra o link no computador que fala com as impressoras. Ele traz o código e os passos.</p>
          <CopyButton text={link} label="Copiar o link" done="O link está copiado." />
          {isPhone || here ? null : (
            <Button variant="ghost" onClick={() => setHere(true)}>
              É este computador
            </Button>
          )}
        </Stack>
      </div>
      {here ? <InstallSteps release={release} link={link} /> : null}
    </>
  )
}
