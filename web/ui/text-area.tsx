import { useId, type TextareaHTMLAttributes } from 'react'
import { Field, noteId, type FieldNote } from '../kit/field.tsx'

/** Multi-line text. */
export function TextArea({
  label,
  error,
  hint,
  ...area
}: TextareaHTMLAttributes<HTMLTextAreaElement> & FieldNote & { readonly label: string }) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <textarea id={id} {...area} aria-invalid={error ? true : undefined} aria-describedby={noteId(id)} />
    </Field>
  )
}
