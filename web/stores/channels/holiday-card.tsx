import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readUndecidedHolidays } from '../../../contract/stores/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { dayDigits, plural, weekdayName } from '../../words/format.ts'
import { knownStores } from '../store-facts.ts'
import { lazyPart } from '../../screens/stale-chunk.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './channels.module.css'

const DecideHoliday = lazyPart(() => import('./decide-holiday.tsx'), 'DecideHoliday')

/** A holiday of the next seven days that stores have not decided about: three taps decide for all of them. */
export function HolidayCard({ storeIds }: { readonly storeIds: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const selection = storeIds.join(',')
  const { data } = useQuery({
    ...queryFor(readUndecidedHolidays, { query: { selection } }, { afterPaint: true }),
    staleTime: 60_000,
    enabled: storeIds.length > 0,
  })
  const [next] = data?.holidays ?? []
  if (!next) return null
  const stores: readonly Store[] = knownStores().filter(({ id }) => next.storeIds.includes(id))
  const [first] = stores
  if (!first) return null
  const { day, name } = next
  return (
    <Row as="section" wrap className={styles.ask} aria-label="Feriado">
      <p>
        <b>
          {capital(weekdayName(day))}, {dayDigits(day)}
        </b>
        , é {name}.{' '}
        {stores.length === 1
          ? `${first.name} ainda não decidiu se abre.`
          : `${plural(stores.length, 'loja ainda não decidiu', 'lojas ainda não decidiram')} se abrem.`}
      </p>
      <Button variant="accent" onClick={() => setOpen(true)}>
        Decidir
      </Button>
      {open ? <DecideHoliday holiday={next} onClose={() => setOpen(false)} /> : null}
    </Row>
  )
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
