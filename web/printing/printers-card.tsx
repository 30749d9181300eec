import { useState } from 'react'
import {
  deletePrinter,
  readPrintConfig,
  readPrintStates,
  testPrinter,
  type PrintAgentView,
  type PrinterView,
  type PrintJob,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { ago } from '../words/format.ts'
import { BrowserPrinter } from './browser/browser-printer.tsx'
import { HandedTools } from './browser/handed-tools.tsx'
import { printHere } from './browser/print-here.ts'
import { PrinterDialog } from './printer-dialog.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './printing-tab.module.css'
import { causeText, outText } from './printing.rules.ts'

interface PrintersProps {
  readonly storeId: string
  readonly printers: readonly PrinterView[]
  readonly agents: readonly PrintAgentView[]
  /** The last test of each printer. */
  readonly tests: readonly PrintJob[]
}

export function PrintersCard(props: PrintersProps) {
  const { storeId, printers, agents } = props
  const [editing, setEditing] = useState<PrinterView | 'new' | null>(null)
  return (
    <section>
      <Row as="header" gap={10} wrap justify="between" className={styles.head}>
        <h2 id="impressoras">Impressoras</h2>
        <Button variant="quiet" icon="plus" onClick={() => setEditing('new')}>
          Adicionar impressora
        </Button>
      </Row>
      {printers.length === 0 ? (
        <EmptyState icon="print" title="Nenhuma impressora ainda">
          Conecte um computador da loja, logo abaixo, e adicione a impressora da cozinha ou do balcão.
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {printers.map((printer) => (
            <PrinterRow key={printer.id} {...props} printer={printer} onEdit={() => setEditing(printer)} />
          ))}
        </ul>
      )}
      {editing ? (
        <PrinterDialog
          storeId={storeId}
          printer={editing === 'new' ? null : (printers.find((one) => one.id === editing.id) ?? editing)}
          printers={printers}
          agents={agents}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </section>
  )
}

const ticketsLabels = { kitchen: 'Via da cozinha', delivery: 'Via completa', both: 'As duas vias' } as const

function PrinterRow({
  storeId,
  printer,
  printers,
  agents,
  tests,
  onEdit,
}: PrintersProps & { readonly printer: PrinterView; readonly onEdit: () => void }) {
  const now = useNow(5_000)
  const [removing, setRemoving] = useState(false)
  const test = useAction(async (id: string) => {
    const job = await ask(testPrinter, { params: { id } }, { storeId, idempotencyKey: crypto.randomUUID() })
    await printHere(storeId, job.byBrowser ? [{ jobId: job.id, printerId: job.printerId }] : [])
    await refresh(readPrintConfig)
  })
  const remove = useAction(async (id: string) => {
    await ask(deletePrinter, { params: { id } }, { storeId })
    notify(`${printer.name} saiu desta loja.`)
    setRemoving(false)
    await Promise.all([refresh(readPrintConfig), refresh(readPrintStates)])
  })
  const last = tests.find((job) => job.printerId === printer.id)
  const running = last && (last.state === 'queued' || last.state === 'sent')
  const agent = agents.find((one) => one.id === printer.agentId)
  const isBrowser = printer.kind === 'browser'
  const fallback = printers.find((one) => one.id === printer.fallbackId)
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.what}>
          <b>{printer.name}</b>
          <Muted as="small" size={3}>
            {[
              ticketsLabels[printer.ticket],
              `${String(printer.paper)} mm, ${String(printer.columns)} letras`,
              printer.copies > 1 ? `${String(printer.copies)} vias` : null,
              printer.autoPrint ? 'sai no aceite' : 'só a pedido',
              isBrowser ? null : agent ? `em ${agent.name}` : printer.address,
              fallback ? `se falhar, ${fallback.name}` : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Muted>
        </span>
        <PrinterPill printer={printer} />
        <Row as="span" gap={6} align="stretch" wrap justify="end" className={styles.tools}>
          <Button
            variant="quiet"
            icon="print"
            busy={test.busyWith !== null || running === true}
            aria-label={`Testar ${printer.name}`}
            onClick={() => test.run(printer.id)}
          >
            Testar
          </Button>
          <Button variant="quiet" aria-label={`Mudar ${printer.name}`} onClick={onEdit}>
            Mudar
          </Button>
          <Button
            variant="ghost"
            icon="close"
            aria-label={`Remover ${printer.name}`}
            title="Remover"
            onClick={() => setRemoving(true)}
          />
        </Row>
      </div>
      {printer.state === 'out' ? (
        <p className={styles.trouble}>{outText(printer.cause, ago(printer.since, now))}</p>
      ) : null}
      {last && now.getTime() - Date.parse(last.queuedAt) < testShownMs ? (
        <TestResult job={last} storeId={storeId} />
      ) : null}
      {isBrowser ? <BrowserPrinter storeId={storeId} printer={printer} /> : null}
      {removing ? (
        <Dialog title={`Remover ${printer.name}?`} onClose={() => setRemoving(false)}>
          <Stack gap={14} className={styles.form}>
            <p>O que está na fila dela não sai mais sozinho; dá para mandar para outra impressora.</p>
            <DialogFoot>
              <Button variant="ghost" onClick={() => setRemoving(false)}>
                Cancelar
              </Button>
              <Button variant="danger" busy={remove.busyWith !== null} onClick={() => remove.run(printer.id)}>
                Remover
              </Button>
            </DialogFoot>
          </Stack>
        </Dialog>
      ) : null}
    </li>
  )
}

function PrinterPill({ printer }: { readonly printer: PrinterView }) {
  if (printer.state === 'out') return <Pill tone="bad">Fora</Pill>
  // A browser knows nothing about the printer.
  if (printer.kind === 'browser') return <Pill tone="plain">Pelo navegador</Pill>
  return printer.state === 'ok' ? <Pill tone="ok">Pronta</Pill> : <Pill tone="plain">Conferindo…</Pill>
}

const testShownMs = 2 * 60_000

function TestResult({ job, storeId }: { readonly job: PrintJob; readonly storeId: string }) {
  if (job.state === 'handed')
    return (
      <Stack gap={8} start className={styles.fine} role="status">
        Teste enviado ao navegador. Saiu?
        <HandedTools job={job} storeId={storeId} />
      </Stack>
    )
  const bad = job.state === 'failed' || job.state === 'expired'
  return (
    <p className={bad ? styles.trouble : styles.fine} role="status">
      {job.state === 'printed'
        ? job.byBrowser
          ? 'Teste impresso: alguém viu o papel.'
          : 'Teste impresso e confirmado pela impressora.'
        : bad
          ? `O teste não saiu: ${causeText(job.cause)}`
          : job.state === 'sent'
            ? 'Teste na impressora…'
            : 'Teste à espera do computador da impressora…'}
    </p>
  )
}
