import type { ReactNode } from 'react'
import type { NeedAtRisk } from '../../contract/groups/group-now.ts'
import { Muted } from '../kit/text.tsx'
import { moneyShort } from '../words/format.ts'
import { NeedsList } from './needs-list.tsx'
import type { StoreOfList } from './store-of-list.ts'
import { useActing } from './use-acting.ts'

/** "Precisa de você", what loses most within fifteen minutes first. */
export function AtRiskList({
  atRisk,
  waiting,
  riskCents,
  stores,
  more,
}: {
  readonly atRisk: readonly NeedAtRisk[]
  /** With those that are not listed. */
  readonly waiting: number
  /** Of all of them, in centavos. */
  readonly riskCents: number
  readonly stores: ReadonlyMap<string, StoreOfList>
  /** Further things, below the rows. */
  readonly more: ReactNode
}) {
  const acting = useActing()
  const left = atRisk.filter(({ need }) => !acting.isGone(need))
  const costs = new Map(atRisk.map(({ need, riskCents: cents }) => [need.key, cents]))
  const gone = atRisk.length - left.length
  return (
    <NeedsList
      needs={left.map(({ need }) => need)}
      waiting={waiting - gone}
      stores={stores}
      acting={acting}
      riskOf={({ key }) => costs.get(key) ?? 0}
      said={
        riskCents > 0 && gone === 0 ? (
          <Muted as="span" size={2}>
            {moneyShort(riskCents)} em risco nos próximos 15&nbsp;min
          </Muted>
        ) : null
      }
      more={more}
    />
  )
}
