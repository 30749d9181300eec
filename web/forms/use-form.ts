import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { checkTyped } from '../api/check-typed.ts'
import { firstOfEach, problemOf, useSending, type Problems } from './use-sending.ts'

/** The names of `Values` whose values are of this kind. */
export type NameOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never
}[keyof Values] &
  string

/** Props for the fields of a form, each for values of its kind. */
export interface Fields<Values> {
  /** For a TextField. */
  readonly field: (name: NameOf<Values, string>) => {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (
      event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
    ) => void
  }
  /** For a SelectField: one of its options. */
  readonly choice: <Name extends NameOf<Values, string | number>>(
    name: Name,
  ) => {
    readonly name: string
    readonly value: Values[Name]
    readonly error: string | undefined
    readonly onChoose: (value: Values[Name]) => void
  }
  /** For a Box. */
  readonly box: (name: NameOf<Values, boolean>) => {
    readonly checked: boolean
    readonly onChange: (checked: boolean) => void
  }
}

export interface Form<Values> extends Fields<Values> {
  readonly values: Values
  /** One sentence for an error that belongs to no field. */
  readonly refusal: string | null
  readonly busy: boolean
  readonly set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  /** Of several fields, or by what they were. */
  readonly change: (part: Partial<Values> | ((before: Values) => Partial<Values>)) => void
  readonly problem: (path: string) => string | undefined
  /** The problems that no longer hold. */
  readonly clear: (test: (path: string) => boolean) => void
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

interface FormParts<Values, Input> {
  readonly initial: Values | (() => Values)
  /** What keeps the values from being sent, before they have the shape of the call: sentences by the path of the field. */
  readonly check?: (values: Values) => Problems
  /** They were not sent, for these reasons. */
  readonly onUnready?: (problems: Problems) => void
  /** The values in the shape of the call's body; only filled-in ones. */
  readonly input: (values: Values) => Input
  readonly schema?: ZodMiniType | undefined
  /** Other names whose problems the form shows itself. */
  readonly alsoShown?: readonly string[]
  readonly send: (input: Input, values: Values) => Promise<void>
}

/**
 * A form of one call. Its values have their own types; rows and nested values are changed as a whole. Input is never lost,
 * the contract's schema validates before the server does, the server's details appear at their fields, and the first
 * wrong field gets the focus. What was found before sending is found again at each change, until its field is right.
 */
export function useForm<Values extends object, Input>(parts: FormParts<Values, Input>): Form<Values> {
  const [values, setValues] = useState(parts.initial)
  const sending = useSending()
  const { problems } = sending
  const [unready, setUnready] = useState<Problems>({})
  const formElement = useRef<HTMLFormElement | null>(null)

  useEffect(() => {
    if (Object.keys(problems).length > 0)
      formElement.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const submit = () => {
    if (sending.busy) return
    const found = unreadyOf(parts, values)
    setUnready(found)
    if (Object.keys(found).length > 0) {
      parts.onUnready?.(found)
      sending.reject(found)
    } else
      void sending.send(
        () => parts.send(parts.input(values), values),
        (name) => Object.hasOwn(values, name) || parts.alsoShown?.includes(name) === true,
      )
  }
  const problem = (path: string) => {
    const said = sending.problem(path)
    const isOurs = said !== undefined && Object.values(unready).includes(said)
    return isOurs ? problemOf(unreadyOf(parts, values), path) : said
  }
  const set: Form<Values>['set'] = (name, value) => setValues((before) => ({ ...before, [name]: value }))

  return {
    ...sending,
    values,
    set,
    problem,
    change: (part) =>
      setValues((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    ...fieldsOf(values, set, problem),
    onSubmit: (event) => {
      event.preventDefault()
      formElement.current = event.currentTarget
      submit()
    },
  }
}

function unreadyOf<Values, Input>(
  { check, schema, input }: FormParts<Values, Input>,
  values: Values,
): Problems {
  const found = check?.(values) ?? {}
  return Object.keys(found).length > 0 ? found : schemaProblems(schema, input(values))
}

/** What does not fit the call, before it is sent. */
export function schemaProblems(schema: ZodMiniType | undefined, input: unknown): Problems {
  const checked = schema ? checkTyped(schema, input) : null
  if (!checked || checked.success) return {}
  return firstOfEach(checked.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
}

export const fieldsOf = <Values extends object>(
  values: Values,
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void,
  problem: (name: string) => string | undefined,
): Fields<Values> => ({
  field: (name) => ({
    name,
    value: values[name] as string,
    error: problem(name),
    onChange: (event) => set(name, event.target.value as Values[typeof name]),
  }),
  choice: (name) => ({
    name,
    value: values[name],
    error: problem(name),
    onChoose: (value) => set(name, value),
  }),
  box: (name) => ({
    checked: values[name] as boolean,
    onChange: (checked) => set(name, checked as Values[typeof name]),
  }),
})
