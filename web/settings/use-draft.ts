import {
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FormEvent,
} from 'react'
import type { ZodMiniType } from 'zod/mini'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { checkTyped } from '../api/check-typed.ts'
import {
  afterForeignSave,
  changesBetween,
  type Change,
  type Conflict,
  type DraftValues,
  type DraftWords,
} from './draft.rules.ts'
import { OpenDraftsContext } from './open-drafts.ts'
import { lookup } from '../../contract/shared/lookup.ts'

export interface Draft<V extends DraftValues> {
  readonly values: V
  readonly changes: readonly Change[]
  readonly conflicts: readonly Conflict[]
  readonly busy: boolean
  set(name: keyof V & string, value: string): void
  /** Props for a TextField. */
  field(name: keyof V & string): {
    readonly name: string
    readonly value: string
    readonly error: string | undefined
    onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement>): void
  }
  problem(name: string): string | undefined
  /** Enter in a field saves this form. */
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

interface DraftParts<V extends DraftValues, Input> {
  /** In front of the changes, when a section has several forms; empty: nothing. */
  readonly title?: string
  /** What the server holds now; a refresh brings somebody else's changes. */
  readonly saved: V
  readonly words: DraftWords<V>
  readonly schema?: ZodMiniType | undefined
  readonly input: (values: V) => Input
  /** Resolves once `saved` shows the new values; throws ApiError. After a stale version it refreshes first. */
  readonly send: (input: Input) => Promise<void>
}

/**
 * A form of the settings. It has no button of its own: the save bar of the page shows what changed, saves and
 * discards, and warns before leaving. What was typed survives a failed save and somebody else's save.
 */
export function useDraft<V extends DraftValues, Input>(parts: DraftParts<V, Input>): Draft<V> {
  const { saved, words } = parts
  const id = useId()
  const drafts = useContext(OpenDraftsContext)
  const [form, setForm] = useState<FormState<V>>({ base: saved, values: saved, conflicts: [] })
  const current = same(form.base, saved, words)
    ? form
    : { base: saved, ...afterForeignSave(form.base, form.values, saved, words) }
  if (current !== form) setForm(current)
  const changes = changesBetween(saved, current.values, words)
  const conflicts = current.conflicts.filter(({ name }) => changes.some((change) => change.name === name))
  const { problems, refusal, busy, save, clear } = useSending(parts, current.values)

  const discard = () => {
    setForm({ base: saved, values: saved, conflicts: [] })
    clear()
  }
  const actions = useRef({ save, discard })
  useEffect(() => {
    actions.current = { save, discard }
  })
  // The lists are new at every render; their texts say whether anything else is.
  const told = JSON.stringify([changes, conflicts])
  const title = parts.title ?? ''
  useEffect(() => {
    const [shownChanges, shownConflicts] = JSON.parse(told) as [Change[], Conflict[]]
    const draft = {
      title,
      changes: shownChanges,
      conflicts: shownConflicts,
      refusal,
      busy,
      save: () => actions.current.save(),
      discard: () => actions.current.discard(),
    }
    drafts.put(id, shownChanges.length === 0 ? null : draft)
  }, [drafts, id, told, refusal, busy, title])
  useEffect(() => () => drafts.put(id, null), [drafts, id])
  // Before the first paint, so that the bar's place is there with the form.
  useLayoutEffect(() => drafts.enter(), [drafts])

  const set = (name: keyof V & string, value: string) => {
    setForm((before) => ({ ...before, values: { ...before.values, [name]: value } }))
    clear(name)
  }
  return {
    values: current.values,
    changes,
    conflicts,
    busy,
    set,
    field: (name) => ({
      name,
      value: current.values[name] ?? '',
      error: problems[name],
      onChange: (event) => set(name, event.target.value),
    }),
    problem: (name) => lookup(problems, name),
    onSubmit: (event) => {
      event.preventDefault()
      if (!busy && changes.length > 0) void save()
    },
  }
}

type Problems = Readonly<Record<string, string>>

/** Checks and sends what is typed, and keeps what was wrong with it. */
function useSending<V extends DraftValues, Input>(
  { schema, input, send }: Pick<DraftParts<V, Input>, 'schema' | 'input' | 'send'>,
  values: V,
) {
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<boolean> => {
    setRefusal(null)
    const typed = input(values)
    const checked = schema ? checkTyped(schema, typed) : null
    if (checked && !checked.success) {
      setProblems(byField(checked.error.issues.map((issue) => [issue.path.map(String), issue.message])))
      return false
    }
    setProblems({})
    setBusy(true)
    try {
      await send(typed)
      return true
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      const found = byField(details.map((detail) => [detail.path.split('.'), detail.message]))
      setProblems(found)
      if (!Object.keys(found).some((name) => Object.hasOwn(values, name))) setRefusal(errorSentence(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  /** Of one field, or all. */
  const clear = (name?: string) => {
    if (name === undefined) setRefusal(null)
    setProblems((before) => (name === undefined ? {} : without(before, name)))
  }
  return { problems, refusal, busy, save, clear }
}

const without = (problems: Problems, gone: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([name]) => name !== gone))

interface FormState<V extends DraftValues> {
  /** The saved values that `values` started from. */
  readonly base: V
  readonly values: V
  readonly conflicts: readonly Conflict[]
}

const same = <V extends DraftValues>(one: V, other: V, words: DraftWords<V>): boolean =>
  changesBetween(one, other, words).length === 0

/** `address.city` belongs to the field `city`. */
const byField = (list: readonly (readonly [readonly string[], string])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(list.toReversed().map(([path, message]) => [path.at(-1) ?? '', message]))
