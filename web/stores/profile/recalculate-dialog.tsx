import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { addDays } from '../../../contract/shared/day.ts'
import {
  maxRecalculatedDays,
  previewDayRecalculation,
  recalculateDays,
  type DayRecalculation,
  type StoreProfile,
} from '../../../contract/stores/profile.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryClient, queryFor } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { count, dayShort, money, plural } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import styles from './recalculate-dialog.module.css'

interface RecalculateProps {
  readonly store: Store
  readonly profile: StoreProfile
  readonly onSaved: () => Promise<void>
  readonly onClose: () => void
}

/** Past days with another start: what changes is on the screen before it does. */
export function RecalculateDialog({ store, profile, onSaved, onClose }: RecalculateProps) {
  const { today, now, next } = profile.dayStart
  const first = addDays(today, -maxRecalculatedDays)
  const [startsAt, setStartsAt] = useState(now)
  const [from, setFrom] = useState(addDays(today, -30))
  const typed = /^\d\d:\d\d$/.test(startsAt) && from >= first && from <= today
  const preview = useQuery({
    ...queryFor(previewDayRecalculation, { query: { startsAt, from } }, { storeId: store.id }),
    enabled: typed,
    staleTime: 0,
    retry: false,
  })
  const redo = useAction(async (days: number) => {
    try {
      const body = { startsAt, from, version: profile.version }
      await ask(recalculateDays, { body }, { storeId: store.id })
    } finally {
      await onSaved()
    }
    // Every report may show one of the days.
    void queryClient.invalidateQueries()
    notify(days === 0 ? 'A virada do dia está salva.' : `${plural(days, 'dia refeito', 'dias refeitos')}.`)
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (preview.data) redo.run(preview.data.days)
  }
  const { data, error } = preview
  return (
    <Dialog title="Refazer dias passados" onClose={onClose}>
      <Stack as="form" gap={14} onSubmit={submit} noValidate aria-label="Refazer dias passados">
        <div className={styles.pair}>
          <TextField
            label="O dia virava às"
            type="time"
            value={startsAt}
            onChange={(event) => setStartsAt(event.target.value)}
          />
          <TextField
            label="Desde"
            type="date"
            min={first}
            max={today}
            value={from}
            error={typed ? undefined : `Um dia dos últimos ${maxRecalculatedDays}.`}
            onChange={(event) => setFrom(event.target.value)}
          />
        </div>
        <div className={styles.result} role="status">
          {!typed ? null : error ? (
            <Problem strong>{errorSentence(error)}</Problem>
          ) : data ? (
            <Changes changes={data} />
          ) : (
            <Skeleton height={96} />
          )}
        </div>
        <Muted size={3}>
          Os pedidos não mudam, só o dia em que contam. O que já foi enviado por e-mail ou baixado fica como
          saiu. Acertos com motoboys ficam no dia em que foram pagos.
          {next ? ` A virada marcada para ${dayShort(next.from)} deixa de valer.` : null}
        </Muted>
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={redo.busyWith !== null}
            disabledReason={data && typed ? null : 'Escolha a hora e o dia.'}
          >
            {data && data.days > 0 ? `Refazer ${plural(data.days, 'dia', 'dias')}` : 'Salvar a virada'}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function Changes({ changes: { orders, days, shown } }: { readonly changes: DayRecalculation }) {
  if (days === 0) return <p>Nenhum pedido muda de dia.</p>
  return (
    <>
      <p>
        <b>{plural(orders, 'pedido muda', 'pedidos mudam')} de dia</b>, em {plural(days, 'dia', 'dias')}:
      </p>
      <table className={styles.days}>
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Pedidos</th>
            <th scope="col">Líquido</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ day, before, after }) => (
            <tr key={day}>
              <th scope="row">{dayShort(day)}</th>
              <td>
                {count(before.orders)} → <b>{count(after.orders)}</b>
              </td>
              <td>
                {money(before.netCents)} → <b>{money(after.netCents)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {days > shown.length ? <p>e mais {plural(days - shown.length, 'dia', 'dias')} antes.</p> : null}
    </>
  )
}
