import {
  dismissPrintJobs,
  readPrintConfig,
  readPrintStates,
  type PrinterView,
  type PrintJob,
} from '../../contract/printing/printing.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { ago, plural } from '../words/format.ts'
import { codeName } from '../stores/store-facts.ts'
import { retryJobs } from './print-actions.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './printing-tab.module.css'
import { HandedTools } from './browser/handed-tools.tsx'
import { JobPill } from './job-pill.tsx'
import { causeText, copyText, ticketLabels } from './printing.rules.ts'

/** Waiting, failed and expired tickets, each with its age. */
export function QueueCard({
  storeId,
  jobs,
  printers,
}: {
  readonly storeId: string
  readonly jobs: readonly PrintJob[]
  readonly printers: readonly PrinterView[]
}) {
  const now = useNow(5_000)
  const expired = jobs.filter((job) => job.state === 'expired')
  const clear = useAction(async (ids: readonly string[]) => {
    const { dismissed } = await ask(dismissPrintJobs, { body: { jobIds: [...ids] } }, { storeId })
    notify(`${plural(dismissed, 'via vencida saiu', 'vias vencidas saíram')} da lista.`)
    await Promise.all([refresh(readPrintConfig), refresh(readPrintStates)])
  })
  const retry = useAction((id: string) => retryJobs(storeId, [id]))
  return (
    <section>
      <Row as="header" gap={10} wrap justify="between" className={styles.head}>
        <h2 id="fila">Fila</h2>
        {expired.length > 0 ? (
          <Button
            variant="quiet"
            busy={clear.busyWith !== null}
            onClick={() => clear.run(expired.map((job) => job.id))}
          >
            Limpar vencidas ({expired.length})
          </Button>
        ) : null}
      </Row>
      {jobs.length === 0 ? (
        <p className={styles.lead}>Nada à espera: tudo o que foi pedido saiu.</p>
      ) : (
        <ul className={styles.rows}>
          {jobs.map((job) => (
            <li key={job.id}>
              <div className={styles.row}>
                <span className={styles.what}>
                  <b>
                    Pedido {job.displayId ? codeName({ displayId: job.displayId, storeId }) : '–'} ·{' '}
                    {ticketLabels[job.ticket]}
                  </b>
                  <Muted as="small" size={3}>
                    {[
                      job.printerName,
                      copyText(job),
                      `pedida ${ago(job.queuedAt, now)}`,
                      job.cause ? causeText(job.cause) : null,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Muted>
                </span>
                <JobPill job={job} storeId={storeId} />
                {job.state === 'handed' ? (
                  <span className={styles.tools}>
                    <HandedTools job={job} storeId={storeId} />
                  </span>
                ) : null}
                {job.state === 'expired' && printers.some((printer) => printer.id === job.printerId) ? (
                  <Row as="span" gap={6} align="stretch" wrap justify="end" className={styles.tools}>
                    <Button
                      variant="quiet"
                      icon="print"
                      busy={retry.isBusy(job.id)}
                      onClick={() => retry.run(job.id)}
                    >
                      Imprimir agora
                    </Button>
                  </Row>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
