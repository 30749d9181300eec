import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import type { WorkingHours } from '../../../contract/stores/hours.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { Button } from '../../ui/button.tsx'
import { dayShort } from '../../words/format.ts'
import { DecideDialog } from './decide-dialog.tsx'
import { OwnHolidaysDialog } from './own-holidays-dialog.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './hours-tab.module.css'
import { decisionText, listedDays, type ListedDay } from './special-days.rules.ts'

interface SpecialProps {
  readonly store: Store
  readonly stores: readonly Store[]
  readonly hours: WorkingHours
}

/** Holidays of the country and the store's own days; a near holiday that nobody decided about asks to be decided. */
export function SpecialDaysPart({ store, stores, hours }: SpecialProps) {
  const [deciding, setDeciding] = useState<ListedDay | 'new' | null>(null)
  const [all, setAll] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const days = listedDays(hours)
  const shown = all ? days : days.slice(0, 6)
  return (
    <section aria-labelledby="especiais">
      <Row gap={14} className={styles.head}>
        <h2 id="especiais">Feriados e dias especiais</h2>
        <Button icon="plus" onClick={() => setDeciding('new')}>
          Novo dia
        </Button>
      </Row>
      <ul className={styles.rows}>
        {shown.map((one) => (
          <li key={one.day}>
            <time dateTime={one.day}>{dayShort(one.day)}</time>
            <b>{one.name}</b>
            <button
              type="button"
              className={`${styles.pill} ${one.asks ? styles.need : ''}`}
              aria-label={`${one.name}, ${dayShort(one.day)}: ${decisionText(one)}. Mudar`}
              onClick={() => setDeciding(one)}
            >
              <span>{decisionText(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      <Row gap={8} align="stretch" wrap className={styles.listActions}>
        {days.length > shown.length ? (
          <Button variant="ghost" onClick={() => setAll(true)}>
            Ver os {days.length} dias do ano
          </Button>
        ) : null}
        {roleMeets(store.role, 'manager') ? (
          <Button variant="ghost" onClick={() => setChoosing(true)}>
            Feriados da região
          </Button>
        ) : null}
      </Row>
      {choosing ? <OwnHolidaysDialog store={store} hours={hours} onClose={() => setChoosing(false)} /> : null}
      {deciding ? (
        <DecideDialog
          day={deciding === 'new' ? null : deciding}
          store={store}
          stores={stores}
          today={hours.today}
          onClose={() => setDeciding(null)}
        />
      ) : null}
    </section>
  )
}
