import type { WorkingHours } from '../../../contract/stores/hours.ts'
import { useNow } from '../../browser/clock.ts'
import { momentText } from './breaks.rules.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './hours-tab.module.css'

/** "Aberta agora, fecha às 2:00." */
export function OpenLine({ hours: { status, timezone } }: { readonly hours: WorkingHours }) {
  const now = useNow(30_000)
  const when = status.nextChange ? momentText(status.nextChange, now, timezone) : null
  const [reason] = status.reasons.filter(({ channel }) => channel === null)
  return (
    <Row as="p" align="baseline" className={styles.open} role="status">
      <i className={status.open ? styles.on : styles.off} aria-hidden="true" />
      {status.open ? (
        <span>
          <b>Aberta agora</b>
          {when ? `, fecha ${when}.` : ', sem hora para fechar.'}
        </span>
      ) : (
        <span>
          <b>Fechada agora</b>: {reason?.message ?? (when ? `abre ${when}.` : 'não há horário à frente.')}
        </span>
      )}
    </Row>
  )
}
