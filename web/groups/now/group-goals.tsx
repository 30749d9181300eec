import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readSalesGoals } from '../../../contract/groups/goals.ts'
import { queryFor } from '../../api/query.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { moneyShort, monthName, plural } from '../../words/format.ts'
import { SummedStores } from '../summed-stores.tsx'
import { GoalsDialog } from './goals-dialog.tsx'
import { goalsOf } from './goal-words.rules.ts'
import styles from './group-goals.module.css'

/** "No ritmo de R$ 412.000 em novembro de 2026, meta R$ 400 mil": the running month, whatever day the page shows. */
export function GroupGoals({ stores }: { readonly stores: readonly StoreOfAct[] }) {
  const [editing, setEditing] = useState(false)
  const selection = stores.map(({ id }) => id).join(',')
  const goals = useQuery({
    ...queryFor(readSalesGoals, { query: { selection } }, { afterPaint: true }),
    staleTime: 60_000,
  })
  if (!goals.data) return null
  const all = goalsOf(goals.data.stores)
  const month = monthName(goals.data.stores[0]?.month ?? '')
  return (
    <section aria-label="Meta do mês" className={styles.goals}>
      {all ? (
        <>
          <p>
            {all.paceCents === null ? (
              <>
                <b>{moneyShort(all.soldCents)}</b> em {month}
              </>
            ) : (
              <>
                No ritmo de <b>{moneyShort(all.paceCents)}</b> em {month}
              </>
            )}
            , meta <b>{moneyShort(all.goalCents)}</b>
          </p>
          <Track sold={all.soldCents} pace={all.paceCents} goal={all.goalCents} />
          <Muted size={2}>
            {moneyShort(all.soldCents)} vendidos
            {all.with.length < stores.length
              ? `, em ${all.with.length} de ${plural(stores.length, 'loja', 'lojas')}, as que têm meta`
              : ''}
            .
          </Muted>
          <SummedStores names={all.with.flatMap(({ storeId }) => nameOf(stores, storeId))} />
        </>
      ) : (
        <Muted size={2}>Nenhuma loja tem meta para {month}.</Muted>
      )}
      <Button variant="ghost" className={styles.edit ?? ''} onClick={() => setEditing(true)}>
        {all ? 'Mudar as metas' : 'Definir metas'}
      </Button>
      {editing ? (
        <GoalsDialog
          stores={stores}
          goals={goals.data.stores}
          month={month}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </section>
  )
}

const nameOf = (stores: readonly StoreOfAct[], storeId: string): readonly string[] =>
  stores.flatMap(({ id, name }) => (id === storeId ? [name] : []))

/** Sold, how far its pace leads, and the goal as a mark. */
function Track({
  sold,
  pace,
  goal,
}: {
  readonly sold: number
  readonly pace: number | null
  readonly goal: number
}) {
  const whole = Math.max(goal, pace ?? 0, sold, 1)
  const part = (cents: number) => `${(100 * Math.max(0, cents)) / whole}%`
  return (
    <span className={styles.track} aria-hidden="true">
      {pace === null ? null : <i style={{ width: part(pace) }} />}
      <b style={{ width: part(sold) }} />
      <u style={{ left: `min(${part(goal)}, 100% - 4px)` }} />
    </span>
  )
}
