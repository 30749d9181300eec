import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import styles from './choice-list.module.css'

/** The ways a word of a sentence can read, one below the other; the current one is pressed. */
export function ChoiceList<T extends string | null>({
  label,
  options,
  value,
  onChoose,
}: {
  readonly label: string
  readonly options: readonly {
    readonly value: T
    readonly label: ReactNode
    readonly detail?: string
    readonly indented?: boolean
  }[]
  readonly value: T | undefined
  readonly onChoose: (value: T) => void
}) {
  return (
    <ul className={styles.list} aria-label={label}>
      {options.map((option) => (
        <li key={option.value}>
          <button
            type="button"
            aria-pressed={option.value === value}
            data-first={option.value === value ? true : undefined}
            data-indented={option.indented}
            onClick={() => onChoose(option.value)}
          >
            <span>{option.label}</span>
            {option.detail ? <small>{option.detail}</small> : null}
            {option.value === value ? <Icon name="check" size={18} /> : null}
          </button>
        </li>
      ))}
    </ul>
  )
}
