import { useRef, useState } from 'react'
import { ApiError, errorSentence } from '../api/api-error.ts'
import { lookup } from '../../contract/shared/lookup.ts'

/** A sentence by the path of its field, such as `items.0.notes`. */
export type Problems = Readonly<Record<string, string>>

export interface Sending {
  readonly busy: boolean
  /** One sentence for an error that belongs to no field. */
  readonly refusal: string | null
  readonly problems: Problems
  /** By its path, or by the last name of it: `address.city` belongs to the field `city`. */
  readonly problem: (name: string) => string | undefined
  /**
   * Does the work unless it is already being done, and resolves to whether it was done. An error is kept: at its field
   * where `shows` knows the field, as the refusal otherwise.
   */
  readonly send: (work: () => Promise<unknown>, shows?: (name: string) => boolean) => Promise<boolean>
  /** What was found wrong before sending. */
  readonly reject: (problems: Problems) => void
  /** The problems whose path the test picks, or all of them and the refusal. */
  readonly clear: (test?: (path: string) => boolean) => void
}

/** The one way to send what a person typed or pressed: busy state, refusal, problems by field, no second press. */
export function useSending(): Sending {
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Two presses can come before the screen shows the first.
  const sending = useRef(false)
  const send = async (work: () => Promise<unknown>, shows?: (name: string) => boolean) => {
    if (sending.current) return false
    sending.current = true
    setBusy(true)
    setProblems({})
    setRefusal(null)
    try {
      await work()
      return true
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      setProblems(firstOfEach(details.map(({ path, message }) => [path, message])))
      // Problems that match no field of this form must still be visible.
      if (!details.some(({ path }) => shows?.(path) || shows?.(lastName(path))))
        setRefusal(errorSentence(error))
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    refusal,
    problems,
    problem: (name) => problemOf(problems, name),
    send,
    reject: (found) => {
      setRefusal(null)
      setProblems(found)
    },
    clear: (test) => {
      if (!test) setRefusal(null)
      setProblems((before) =>
        test ? Object.fromEntries(Object.entries(before).filter(([path]) => !test(path))) : {},
      )
    },
  }
}

/** The first sentence of each path. */
export const firstOfEach = (list: readonly (readonly [path: string, message: string])[]): Problems =>
  Object.fromEntries(list.toReversed())

export const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

export const problemOf = (problems: Problems, name: string): string | undefined =>
  lookup(problems, name) ?? Object.entries(problems).find(([path]) => lastName(path) === name)?.[1]
