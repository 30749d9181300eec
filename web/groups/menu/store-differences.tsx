import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { readGroupMenuOfStore } from '../../../contract/groups/group-menu.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import type { StoreOfAct } from '../../bulk/bulk.ts'
import { Muted } from '../../kit/text.tsx'
import { ChangeRows } from '../../menu/menu.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'

const headings = { new: 'Faltam na loja', changed: 'Diferem', gone: 'Só desta loja' } as const

/** Item by item: what the store has, and what the chain has. */
export function StoreDifferences({
  slug,
  store,
  storeId,
  onBack,
}: {
  readonly slug: string
  readonly store: StoreOfAct | undefined
  readonly storeId: string
  readonly onBack: () => void
}) {
  const { data, error, refetch } = useQuery(queryFor(readGroupMenuOfStore, { params: { slug, storeId } }))
  return (
    <>
      <h3>{store?.name ?? 'Loja'}: o que ela tem → o que a rede tem</h3>
      {data ? (
        <>
          {data.changes.length === 0 ? <p>Igual ao cardápio da rede.</p> : null}
          <Suspense fallback={<Skeleton height={240} />}>
            <ChangeRows changes={data.changes} headings={headings} />
          </Suspense>
          {data.further > 0 ? <Muted size={2}>e mais {plural(data.further, 'item', 'itens')}</Muted> : null}
        </>
      ) : error ? (
        <ErrorState
          message={errorSentence(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={240} />
      )}
      <DialogFoot>
        <Button variant="ghost" data-first onClick={onBack}>
          Voltar
        </Button>
      </DialogFoot>
    </>
  )
}
