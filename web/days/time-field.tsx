import { useState } from 'react'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'
import { isWholeTime, timeBeside, typedTime } from './typed-time.rules.ts'

export interface TypedFieldProps extends Omit<
  TextFieldProps,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'type' | 'min' | 'max'
> {
  readonly value: string
  /** The value, empty while it cannot be read, and the text of the field. */
  readonly onChange: (value: string, text: string) => void
}

/**
 * A time of the day, `HH:MM`: typed as `18:30`, `1830` or `18`; the arrows go by quarters of an hour, with Shift
 * by hours. The same in every browser, and a phone shows its keyboard of digits.
 */
export function TimeField({ value, error, onChange, ...rest }: TypedFieldProps) {
  const { text, read, put, left, settle } = useTyped(value, onChange)
  const unread = left && text.trim() !== '' && read === ''
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="hh:mm"
      value={text}
      error={unread ? 'Escreva a hora assim: 18:30.' : error}
      onChange={({ target }) => {
        const typed = isWholeTime(target.value) ? typedTime(target.value) : null
        put(typed ?? '', typed ?? target.value)
      }}
      onBlur={() => settle(typedTime(text))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(typedTime(text))
        const time = typedTime(text)
        if (time === null || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        const next = timeBeside(time, event.key === 'ArrowUp' ? 1 : -1, event.shiftKey ? 60 : 15)
        put(next, next)
      }}
    />
  )
}

/**
 * The text of a field beside the value that it means. `write` shows a value that came from outside; `settle` is
 * for when the person goes on: what can be read then counts, and what cannot is said.
 */
export function useTyped(
  value: string,
  onChange: TypedFieldProps['onChange'],
  write: (value: string) => string = (one) => one,
) {
  const [typed, setTyped] = useState({ text: write(value), read: value })
  const [left, setLeft] = useState(false)
  if (typed.read !== value) setTyped({ text: write(value), read: value })
  const put = (read: string, text: string) => {
    setTyped({ text, read })
    setLeft(false)
    if (read !== value || text !== typed.text) onChange(read, text)
  }
  return {
    ...typed,
    left,
    put,
    settle: (read: string | null) => {
      if (read !== null) put(read, write(read))
      else setLeft(true)
    },
  }
}
