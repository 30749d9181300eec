import { useState } from 'react'
import { createGroup, type Group } from '../../../contract/groups/groups.ts'
import { ApiError, errorSentence } from '../../api/api-error.ts'
import { checkTyped } from '../../api/check-typed.ts'
import { ChangedMeanwhile, changeGroup, makeGroup } from '../group-actions.ts'
import { differences, draftOf, onto, slugForName, type Draft } from './group-form.rules.ts'

type Problems = Readonly<Partial<Record<keyof Draft, string>>>

/**
 * What is typed of a new group (`group` null) or of a change, and how it is saved. The draft survives every refusal;
 * `theirs` is what another person saved meanwhile, until one of the two is chosen.
 */
export function useGroupDraft(parts: {
  readonly group: Group | null
  readonly storeIds: readonly string[]
  readonly onSaved: (group: Group) => void
  /** A field is wrong. */
  readonly onWrong: () => void
}) {
  const [before, setBefore] = useState(parts.group)
  const [draft, setDraft] = useState<Draft>(
    parts.group ? draftOf(parts.group) : { name: '', slug: '', storeIds: parts.storeIds },
  )
  /** Until the address is edited by hand it follows the name of a new group. */
  const [ownSlug, setOwnSlug] = useState(parts.group !== null)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Group | null>(null)
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => crypto.randomUUID())

  const change = (part: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setProblems((now) =>
      Object.fromEntries(Object.entries(now).filter(([name]) => !Object.hasOwn(part, name))),
    )
  }
  const saveOver = async (base: Group | null) => {
    setBusy(true)
    const outcome = await attempt(base, draft, key)
    setBusy(false)
    setProblems(outcome.problems ?? {})
    setRefusal(outcome.refusal ?? null)
    if (outcome.saved) parts.onSaved(outcome.saved)
    if (outcome.problems) parts.onWrong()
    if (outcome.theirs && base) {
      setTheirs(outcome.theirs)
      setDraft(onto(draftOf(outcome.theirs), draftOf(base), draft))
    }
  }
  return {
    before,
    draft,
    problems,
    refusal,
    theirs,
    busy,
    unchanged: before !== null && differences(draftOf(before), draft).length === 0,
    setName: (name: string) => change({ name, ...(ownSlug ? {} : { slug: slugForName(name) }) }),
    setSlug: (slug: string) => {
      setOwnSlug(slug !== '')
      change({ slug })
    },
    setStores: (storeIds: readonly string[]) => change({ storeIds }),
    save: () => {
      if (!busy && !theirs) void saveOver(before)
    },
    /** From now on the draft is a change of what the other person saved. */
    settle: (current: Group, keep: 'mine' | 'theirs') => {
      setBefore(current)
      setTheirs(null)
      if (keep === 'mine') void saveOver(current)
      else setDraft(draftOf(current))
    },
  }
}

/** One of the four. */
interface Outcome {
  readonly saved?: Group
  /** Another person saved first. */
  readonly theirs?: Group
  readonly problems?: Problems
  readonly refusal?: string
}

async function attempt(base: Group | null, draft: Draft, key: string): Promise<Outcome> {
  const wrong = problemsOf(draft)
  if (Object.keys(wrong).length > 0) return { problems: wrong }
  try {
    return { saved: base ? await changeGroup(base, draft) : await makeGroup(draft, key) }
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { theirs: error.current }
    const details = error instanceof ApiError ? error.details : []
    const problems = byField(details.map(({ path, message }) => [path, message]))
    return Object.keys(problems).length > 0 ? { problems } : { refusal: errorSentence(error) }
  }
}

function problemsOf(draft: Draft): Problems {
  const checked =
    createGroup.body && checkTyped(createGroup.body, { ...draft, storeIds: [...draft.storeIds] })
  if (!checked || checked.success) return {}
  return byField(checked.error.issues.map(({ path, message }) => [path.map(String).join('.'), message]))
}

/** The first problem of each field of the form; `storeIds.0` belongs to the stores. */
function byField(list: readonly (readonly [path: string, message: string])[]): Problems {
  const fields = list.flatMap(([path, message]) => {
    const field = path.split('.')[0] ?? ''
    return ['name', 'slug', 'storeIds'].includes(field) ? [[field, message] as const] : []
  })
  return Object.fromEntries(fields.toReversed())
}
