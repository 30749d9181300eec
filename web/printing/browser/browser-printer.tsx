import type { PrinterView } from '../../../contract/printing/printing.ts'
import { pageOrigin } from '../../browser/screen.ts'
import { Box } from '../../kit/box.tsx'
import { Stack } from '../../kit/layout.tsx'
import { CopyButton } from '../install-steps.tsx'
import styles from '../printing-tab.module.css'
import { kioskCommand } from './kiosk.ts'
import { setPrintsHere, usePrintsHere } from './prints-here.ts'

/** Of a browser printer: whether this browser prints its tickets automatically, and how to do without the dialog. */
export function BrowserPrinter({
  storeId,
  printer,
}: {
  readonly storeId: string
  readonly printer: PrinterView
}) {
  const on = usePrintsHere().some(({ printerId }) => printerId === printer.id)
  const command = kioskCommand(pageOrigin())
  return (
    <Stack gap={8}>
      <Box
        label="Imprimir sozinho neste navegador"
        hint="Só com o painel aberto e à vista. Em vários navegadores ao mesmo tempo, cada via sai em um só."
        checked={on}
        onChange={(checked) => setPrintsHere({ storeId, printerId: printer.id }, checked)}
      />
      <details className={styles.more}>
        <summary>Imprimir sem a janela de impressão</summary>
        <Stack gap={10}>
          <p>
            O navegador abre a janela de impressão a cada via. Para não abrir, use o Chrome ou o Edge no modo
            quiosque: ponha a impressora do caixa como a padrão do Windows, feche todas as janelas do Chrome,
            aperte a tecla Windows com R e cole:
          </p>
          <pre className={styles.command} tabIndex={0} aria-label="Comando do modo quiosque">
            {command}
          </pre>
          <p>
            <CopyButton text={command} label="Copiar o comando" done="O comando está copiado." />
          </p>
          <p>
            O navegador não sabe se saiu papel. Por isso cada via fica como “Enviado ao navegador” até alguém
            tocar em “Saiu no papel”, e imprimir de novo traz REIMPRESSÃO.
          </p>
        </Stack>
      </details>
    </Stack>
  )
}
