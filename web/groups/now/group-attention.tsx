import { Suspense, useState } from 'react'
import type { BulkAction } from '../../../contract/bulk/bulk.ts'
import { readGroupNow, type GroupNow, type LongPause } from '../../../contract/groups/group-now.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { refresh } from '../../api/query.ts'
import { BulkDialog, type StoreOfAct } from '../../bulk/bulk.ts'
import { AtRiskList } from '../../home/home.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'
import { sinceDays } from '../group-words.rules.ts'
import styles from './group-attention.module.css'
import { useGroupNow } from './use-group-now.ts'

/** What waits in the group's stores now, whatever day the figures are of. */
export function GroupAttention({
  slug,
  stores,
}: {
  readonly slug: string
  readonly stores: readonly StoreOfAct[]
}) {
  const now = useGroupNow(slug)
  const [bulk, setBulk] = useState<BulkAction | null>(null)
  if (!now.data)
    return now.error ? (
      <ErrorState
        message={errorSentence(now.error)}
        requestId={requestIdOf(now.error)}
        onRetry={() => void now.refetch()}
      />
    ) : (
      <Skeleton height={260} />
    )
  const known = new Map(stores.map(({ id, name, mark, timezone }) => [id, { name, mark, timezone }]))
  const paused = new Set(now.data.longPauses.flatMap(({ storeIds }) => storeIds))
  return (
    <Suspense fallback={<Skeleton height={260} />}>
      <AtRiskList
        atRisk={now.data.needs}
        waiting={now.data.waiting}
        riskCents={now.data.riskCents}
        stores={known}
        more={<LongPauses now={now.data} onBack={setBulk} />}
      />
      {bulk ? (
        <BulkDialog
          action={bulk}
          stores={stores.filter(({ id }) => paused.has(id))}
          onClose={() => {
            setBulk(null)
            void refresh(readGroupNow)
          }}
        />
      ) : null}
    </Suspense>
  )
}

/** More are in Cardápio. */
const shown = 3

/** Items that nobody brought back for a day; the button brings one back in all its stores. */
function LongPauses({
  now: { longPauses, generatedAt },
  onBack,
}: {
  readonly now: GroupNow
  readonly onBack: (action: BulkAction) => void
}) {
  if (longPauses.length === 0) return null
  const further = longPauses.length - shown
  return (
    <div className={styles.pauses}>
      <h3>Itens parados há mais de um dia</h3>
      <ul>
        {longPauses.slice(0, shown).map((pause) => (
          <Row
            as="li"
            className={styles.pause}
            key={`${pause.code ?? ''} ${pause.name}`}
            gap={12}
            justify="between"
          >
            <span>
              <b>{pause.name}</b>{' '}
              <Muted as="small" size={2}>
                em {plural(pause.storeIds.length, 'loja', 'lojas')}, {sinceDays(pause.since, generatedAt)}
              </Muted>
            </span>
            <Button variant="soft" onClick={() => onBack(backOf(pause))}>
              Voltar a vender
            </Button>
          </Row>
        ))}
      </ul>
      {further > 0 ? (
        <Muted as="small" size={2}>
          e {plural(further, 'outro', 'outros')} no Cardápio
        </Muted>
      ) : null}
    </div>
  )
}

const backOf = ({ name, code }: LongPause): BulkAction => ({ kind: 'resume-item', item: { name, code } })
