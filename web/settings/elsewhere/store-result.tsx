import { Pill } from '../../ui/pill.tsx'
import type { StoreResult } from './per-store.ts'
import styles from './apply-elsewhere.module.css'

/** How a write to one store went, in one word. */
export function ResultPill({ result }: { readonly result: StoreResult }) {
  if (result.kind === 'done') return <Pill tone="ok">feito</Pill>
  if (result.kind === 'refused') return <Pill tone="bad">recusado</Pill>
  if (result.kind === 'failed') return <Pill tone="bad">sem resposta</Pill>
  return <Pill>salvando…</Pill>
}

/** Why it did not. */
export function ResultText({ result }: { readonly result: StoreResult }) {
  return result.kind === 'refused' || result.kind === 'failed' ? (
    <small className={styles.bad}>{result.why}</small>
  ) : null
}
