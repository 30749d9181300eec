import { useQuery } from '@tanstack/react-query'
import { readFailedRows, replayFailedRow, type FailedRow } from '../../../contract/failed-work/failed-work.ts'
import { roleLevel } from '../../../contract/shared/access.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'

const pollEveryMs = 60_000

/** Dead rows of the stores that the user manages. */
export function useFailedRows(stores: readonly Store[]): readonly FailedRow[] {
  const managed = stores.filter((store) => roleLevel[store.role] >= roleLevel.manager)
  const selection = managed.map((store) => store.id).join(',')
  const { data } = useQuery({
    ...queryFor(readFailedRows, { query: { selection } }),
    enabled: managed.length > 0,
    refetchInterval: pollEveryMs,
  })
  return managed.length > 0 ? (data?.rows ?? []) : []
}

export function ReplayButton({ rows }: { readonly rows: readonly FailedRow[] }) {
  const { busy, send } = useSending()
  const replay = async (): Promise<void> => {
    try {
      for (const { queue, id, storeId } of rows)
        await ask(replayFailedRow, { body: { queue, id } }, { storeId })
      notify('A fila tenta de novo agora.')
    } catch (error) {
      notify(errorSentence(error), 'bad')
    }
    await refresh(readFailedRows)
  }
  return (
    <Button variant="primary" icon="alert" busy={busy} onClick={() => void send(replay)}>
      Repetir
    </Button>
  )
}
