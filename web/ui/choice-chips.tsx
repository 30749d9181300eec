import { useId, type ReactNode } from 'react'
import { Row } from '../kit/layout.tsx'
import { Hidden } from './hidden.tsx'
import { Icon } from './icon.tsx'
import styles from './choice-chips.module.css'

/** One of a few, all in sight: a press, or the arrows. */
export function ChoiceChips<Value extends string>({
  label,
  options,
  value,
  onChoose,
  children,
}: {
  readonly label: string
  readonly options: readonly (readonly [value: Value, text: string])[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
  /** Chips of another question, on the same lines. */
  readonly children?: ReactNode
}) {
  const name = useId()
  return (
    <fieldset className={styles.chips}>
      <legend>
        <Hidden>{label}</Hidden>
      </legend>
      <Row wrap gap={6}>
        {options.map(([option, text]) => (
          <label key={option} className={chipClass}>
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChoose(option)}
              // Chosen by hand, although it was the choice already: no change says so.
              onClick={() => option === value && onChoose(option)}
            />
            <span>{text}</span>
          </label>
        ))}
        {children}
      </Row>
    </fieldset>
  )
}

/** Yes or no. */
export function ChipBox({
  label,
  checked,
  onChange,
}: {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <label className={chipClass}>
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {checked ? <Icon name="check" size={16} /> : null}
      <span>{label}</span>
    </label>
  )
}

/** A label that is a chip, around its radio or box. */
export const chipClass = styles.chip
