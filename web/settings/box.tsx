import styles from './box.module.css'

/** A box to tick, with what it means below its words. */
export function Box({
  words,
  hint,
  checked,
  onChange,
}: {
  readonly words: string
  readonly hint?: string | null
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <label className={styles.box}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {words}
        {hint ? <small>{hint}</small> : null}
      </span>
    </label>
  )
}
