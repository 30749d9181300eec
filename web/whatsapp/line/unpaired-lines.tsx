import { useQuery } from '@tanstack/react-query'
import type { Store } from '../../../contract/stores/stores.ts'
import { readUnpairedSessions } from '../../../contract/whatsapp/whatsapp.ts'
import { queryFor } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { ago, phoneText } from '../../words/format.ts'
import { driverWords } from './line-words.rules.ts'
import styles from '../whatsapp-tab.module.css'

/** Numbers of the store that are not linked to a phone, so that the right one is connected again. */
export function UnpairedLines({ store }: { readonly store: Store }) {
  const { data } = useQuery(queryFor(readUnpairedSessions, { query: {} }, { storeId: store.id }))
  const now = useNow(60_000)
  if (!data || data.sessions.length === 0) return null
  return (
    <ul className={styles.unpaired} aria-label="Números que já estiveram conectados">
      {data.sessions.map(({ connectionId, driver, number, since }) => (
        <li key={connectionId}>
          <b>{phoneText(`+${number}`)}</b> desligado {ago(since, now)} · {driverWords[driver].name}
        </li>
      ))}
    </ul>
  )
}
