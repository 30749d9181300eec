import type { AuditChange, AuditEntry } from '../../contract/audit/audit.ts'
import { clockTime } from '../words/format.ts'
import { Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './audit.module.css'

/** One entry: when, who, what, and what it was before. */
export function AuditRow({ entry, withStore }: { readonly entry: AuditEntry; readonly withStore: boolean }) {
  const { at, timezone, actor, words, subject, storeName, changes } = entry
  return (
    <li className={styles.row}>
      <time dateTime={at}>{clockTime(at, timezone)}</time>
      <div>
        <p>
          <b>{actor?.name ?? 'Balcão'}</b> {words}
          {subject ? (
            <>
              : <b>{subject}</b>
            </>
          ) : null}
          {withStore ? <span className={styles.store}> · {storeName}</span> : null}
        </p>
        <Changes changes={changes} />
      </div>
    </li>
  )
}

/** More letters than this are folded. */
const shortLetters = 160

function Changes({ changes }: { readonly changes: readonly AuditChange[] }) {
  if (changes.length === 0) return null
  const list = (
    <Stack as="dl" gap={2} className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <Stack gap={12} key={label}>
          <Muted as="dt">{label}</Muted>
          <dd>
            {before === null ? null : (
              <>
                <del>{before}</del>{' '}
              </>
            )}
            {after === null ? null : <ins>{after}</ins>}
          </dd>
        </Stack>
      ))}
    </Stack>
  )
  const letters = changes.reduce(
    (sum, { before, after }) => sum + (before ?? '').length + (after ?? '').length,
    0,
  )
  if (letters <= shortLetters) return list
  return (
    <details className={styles.long}>
      <summary>Ver o que mudou</summary>
      {list}
    </details>
  )
}
