import { useState } from 'react'
import { Muted } from '../kit/text.tsx'
import { localClock } from '../words/format.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { zoneOf, type StoreOfAct } from './store-of-act.ts'
import { useRecentActs } from './bulk-data.ts'
import { actionWords, resultHeadline } from './bulk-words.rules.ts'
import styles from './bulk.module.css'

const shown = 3

/** Nothing where nobody acted in the past day. */
export function RecentActs({ stores }: { readonly stores: readonly StoreOfAct[] }) {
  const { data } = useRecentActs(stores.map(({ id }) => id).join(','))
  const [open, setOpen] = useState<string | null>(null)
  const acts = data?.acts.slice(0, shown) ?? []
  const zone = zoneOf(stores)
  if (acts.length === 0) return null
  return (
    <section aria-label="Feito em várias lojas" className={styles.recent}>
      <ul>
        {acts.map((act) => (
          <li key={act.id}>
            <button type="button" onClick={() => setOpen(act.id)}>
              {actionWords(act.action).title}
            </button>
            <Muted as="span" size={2}>
              {resultHeadline(act)}, por {act.askedByName}, às {localClock(act.askedAt, zone)}
            </Muted>
          </li>
        ))}
      </ul>
      {open ? <BulkDialog stores={stores} actId={open} onClose={() => setOpen(null)} /> : null}
    </section>
  )
}
