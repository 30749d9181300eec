import type { PrintJob } from '../../../contract/printing/printing.ts'
import { useAction } from '../../api/use-action.ts'
import { Row } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { retryJobs } from '../print-actions.ts'
import { confirmPrinted } from './print-here.ts'

/** For a ticket that a browser got: a person says whether paper came out. */
export function HandedTools({ job, storeId }: { readonly job: PrintJob; readonly storeId: string }) {
  const confirm = useAction((id: string) => confirmPrinted(storeId, id))
  const again = useAction((id: string) => retryJobs(storeId, [id]))
  if (job.state !== 'handed') return null
  return (
    <Row as="span" gap={6} wrap>
      <Button variant="quiet" icon="check" busy={confirm.isBusy(job.id)} onClick={() => confirm.run(job.id)}>
        Saiu no papel
      </Button>
      {/* A test is asked for again by its own button. */}
      {job.ticket === 'test' ? null : (
        <Button variant="quiet" icon="print" busy={again.isBusy(job.id)} onClick={() => again.run(job.id)}>
          Imprimir de novo
        </Button>
      )}
    </Row>
  )
}
