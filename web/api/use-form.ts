import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError, errorSentence } from './api-error.ts'
import { checkTyped } from './check-typed.ts'
import { lookup } from '../../contract/shared/lookup.ts'

type Values = Readonly<Record<string, string>>

export interface Form<V extends Values> {
  readonly values: V
  /** One sentence for an error that belongs to no field. */
  readonly refusal: string | null
  readonly busy: boolean
  set(name: keyof V & string, value: string): void
  /** Props for a TextField. */
  field(name: keyof V & string): {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement>): void
  }
  problem(name: string): string | undefined
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/**
 * A form of one call: input is never lost, the contract's schema validates before the server does, the
 * server's details appear at their fields, and the first wrong field gets the focus.
 */
export function useForm<V extends Values, Input>(parts: {
  readonly initial: V
  /** The values in the shape of the call's body; only filled-in ones. */
  readonly input: (values: V) => Input
  readonly schema?: ZodMiniType | undefined
  /** Other names whose problems the form shows itself. */
  readonly alsoShown?: readonly string[]
  readonly send: (input: Input, values: V) => Promise<void>
}): Form<V> {
  const [values, setValues] = useState(parts.initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const formElement = useRef<HTMLFormElement | null>(null)

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const submit = async () => {
    setRefusal(null)
    const input = parts.input(values)
    const checked = parts.schema ? checkTyped(parts.schema, input) : null
    if (checked && !checked.success) {
      setProblems(byField(checked.error.issues.map((issue) => [issue.path.map(String), issue.message])))
      return
    }
    setProblems({})
    setBusy(true)
    try {
      await parts.send(input, values)
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      const found = byField(details.map((detail) => [detail.path.split('.'), detail.message]))
      setProblems(found)
      // Problems that match no field of this form must still be visible.
      if (!Object.keys(found).some((name) => Object.hasOwn(values, name) || parts.alsoShown?.includes(name)))
        setRefusal(errorSentence(error))
    } finally {
      setBusy(false)
    }
  }

  return {
    values,
    refusal,
    busy,
    set: (name, value) => setValues((before) => ({ ...before, [name]: value })),
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: problems[name],
      onChange: (event) => setValues((before) => ({ ...before, [name]: event.target.value })),
    }),
    problem: (name) => lookup(problems, name),
    onSubmit: (event) => {
      event.preventDefault()
      formElement.current = event.currentTarget
      if (!busy) void submit()
    },
  }
}

/** `address.city` belongs to the field `city`. */
const byField = (list: readonly (readonly [readonly string[], string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(list.toReversed().map(([path, message]) => [path.at(-1) ?? '', message]))
