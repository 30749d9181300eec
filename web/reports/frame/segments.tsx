import styles from './blocks.module.css'

/** A toggle between views of the same block; the current one is pressed. */
export function Segments<T extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  readonly label: string
  readonly options: readonly (readonly [T, string])[]
  readonly value: T
  readonly onChoose: (value: T) => void
}) {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {options.map(([option, words]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
          {words}
        </button>
      ))}
    </div>
  )
}
