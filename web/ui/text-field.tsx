import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
} from 'react'
import { Field, noteId, withButtonClass, type FieldNote } from '../kit/field.tsx'
import { Icon } from './icon.tsx'
import styles from './pieces.module.css'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement>, FieldNote {
  readonly label: string
  readonly ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  error,
  hint,
  after,
  ...input
}: TextFieldProps & {
  /** A button inside the field, at its end. */
  readonly after?: ReactNode
}) {
  const id = useId()
  const field = (
    <input aria-invalid={error ? true : undefined} id={id} {...input} aria-describedby={noteId(id)} />
  )
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      {after ? (
        <div className={withButtonClass}>
          {field}
          {after}
        </div>
      ) : (
        field
      )}
    </Field>
  )
}

/** With a reveal button, and a hint while caps lock is on. */
export function PasswordField(props: TextFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  return (
    <TextField
      {...props}
      hint={capsLock ? 'A tecla Caps Lock está ligada.' : undefined}
      type={shown ? 'text' : 'password'}
      onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
      after={
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? 'Esconder a senha' : 'Mostrar a senha'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </button>
      }
    />
  )
}

export function SelectField<Value extends string | number>({
  label,
  error,
  hint,
  options,
  onChoose,
  onChange,
  ...select
}: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children' | 'value'> &
  FieldNote & {
    readonly value?: Value
    readonly label: string
    readonly options: readonly (readonly [value: Value, text: string])[]
    /** The chosen value in its own type. */
    readonly onChoose?: (value: Value) => void
    readonly ref?: Ref<HTMLSelectElement>
  }) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <select
        id={id}
        {...select}
        onChange={(event) => {
          onChange?.(event)
          const chosen = options[event.target.selectedIndex]
          if (chosen) onChoose?.(chosen[0])
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId(id)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}
