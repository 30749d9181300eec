import { useContext, useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { fieldsOf, schemaProblems, type Fields } from '../forms/use-form.ts'
import { lastName, useSending } from '../forms/use-sending.ts'
import {
  afterForeignSave,
  changesBetween,
  type Change,
  type Conflict,
  type DraftValues,
  type DraftWords,
} from './draft.rules.ts'
import { OpenDraftsContext, type OpenDraft } from './open-drafts.ts'

export interface Draft<V extends DraftValues> extends Fields<V> {
  readonly values: V
  readonly changes: readonly Change[]
  readonly conflicts: readonly Conflict[]
  readonly busy: boolean
  readonly set: <Name extends keyof V>(name: Name, value: V[Name]) => void
  readonly problem: (name: string) => string | undefined
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
  const [form, setForm] = useState<FormState<V>>({ base: saved, values: saved, conflicts: [] })
  const current = same(form.base, saved, words)
    ? form
    : { base: saved, ...afterForeignSave(form.base, form.values, saved, words) }
  if (current !== form) setForm(current)
  const changes = changesBetween(saved, current.values, words)
  const conflicts = current.conflicts.filter(({ name }) => changes.some((change) => change.name === name))
  const sending = useSending()
  const { refusal, busy, problem, clear } = sending

  const save = async (): Promise<boolean> => {
    const input = parts.input(current.values)
    const wrong = schemaProblems(parts.schema, input)
    if (Object.keys(wrong).length === 0)
      return sending.send(
        () => parts.send(input),
        (name) => Object.hasOwn(current.values, name),
      )
    sending.reject(wrong)
    return false
  }
  const discard = () => {
    setForm({ base: saved, values: saved, conflicts: [] })
    clear()
  }
  useSaveBar({ title: parts.title ?? '', changes, conflicts, refusal, busy, save, discard })

  const set: Draft<V>['set'] = (name, value) => {
    setForm((before) => ({ ...before, values: { ...before.values, [name]: value } }))
    clear((path) => lastName(path) === name)
  }
  return {
    values: current.values,
    changes,
    conflicts,
    busy,
    set,
    ...fieldsOf(current.values, set, problem),
    problem,
    onSubmit: (event) => {
      event.preventDefault()
      if (!busy && changes.length > 0) void save()
    },
  }
}

/** Shows the form in the save bar while it has changes. */
function useSaveBar({ title, changes, conflicts, refusal, busy, save, discard }: OpenDraft): void {
  const id = useId()
  const drafts = useContext(OpenDraftsContext)
  const actions = useRef({ save, discard })
  useEffect(() => {
    actions.current = { save, discard }
  })
  // The lists are new at every render; their texts say whether anything else is.
  const lists = JSON.stringify([changes, conflicts])
  useEffect(() => {
    const [shownChanges, shownConflicts] = JSON.parse(lists) as [Change[], Conflict[]]
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
  }, [drafts, id, lists, refusal, busy, title])
  useEffect(() => () => drafts.put(id, null), [drafts, id])
  // Before the first paint, so that the bar's place is there with the form.
  useLayoutEffect(() => drafts.enter(), [drafts])
}

interface FormState<V extends DraftValues> {
  /** The saved values that `values` started from. */
  readonly base: V
  readonly values: V
  readonly conflicts: readonly Conflict[]
}

const same = <V extends DraftValues>(one: V, other: V, words: DraftWords<V>): boolean =>
  changesBetween(one, other, words).length === 0
