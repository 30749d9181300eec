import { Link } from '@tanstack/react-router'
import type { RoleName } from '../../contract/shared/access.ts'
import { Icon } from '../ui/icon.tsx'
import { Progress } from './progress.tsx'
import styles from './starting-strip.module.css'
import { doneCount, nextStep, stepTitle } from './step-words.rules.ts'
import { useUsage } from './usage-data.ts'

/**
 * A quiet line on the home page: how far the store has come, and the next step that the reader can do. It goes when
 * there is none.
 */
export function StartingStrip({
  store,
  named,
}: {
  readonly store: { readonly id: string; readonly name: string; readonly role: RoleName }
  /** Whether the line says which store it is about. */
  readonly named: boolean
}) {
  const { data, isPending } = useUsage(store.id)
  if (isPending) return <div className={styles.strip} aria-busy="true" />
  const next = data && nextStep(data, store.role)
  if (!data || !next) return null
  const done = doneCount(data)
  return (
    <Link className={styles.strip ?? ''} to="/settings" search={{ tab: 'primeiros-passos', store: store.id }}>
      <span className={styles.how}>
        <b>Primeiros passos{named ? ` de ${store.name}` : ''}</b>
        <Progress done={done} of={data.steps.length} />
        <span className={styles.count}>
          {done} de {data.steps.length}
        </span>
      </span>
      <span className={styles.next}>
        {stepTitle(next, data)}
        {next.minutes > 0 ? ` (${next.minutes}\u00a0min)` : ''}
        <Icon name="next" size={18} />
      </span>
    </Link>
  )
}
