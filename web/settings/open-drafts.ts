import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Change, Conflict } from './draft.rules.ts'

/** What the save bar knows of one form with unsaved changes. */
export interface OpenDraft {
  /** In front of its changes when several forms are open, such as a channel; empty: nothing. */
  readonly title: string
  readonly changes: readonly Change[]
  readonly conflicts: readonly Conflict[]
  /** Why the last save failed, if it belongs to no field. */
  readonly refusal: string | null
  readonly busy: boolean
  /** Whether everything was saved; if not, what was typed stays and the form says why. */
  readonly save: () => Promise<boolean>
  readonly discard: () => void
}

export interface OpenDrafts {
  /** Null: nothing is unsaved any more. */
  readonly put: (id: string, draft: OpenDraft | null) => void
  /** A form that may put a draft is shown; the answer tells that it is gone. */
  readonly enter: () => () => void
  readonly hasForms: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  readonly read: () => readonly OpenDraft[]
}

/** The forms of a settings section that have unsaved changes, in the order in which they were changed. */
export function createOpenDrafts(): OpenDrafts {
  const open = new Map<string, OpenDraft>()
  const listeners = new Set<() => void>()
  let list: readonly OpenDraft[] = []
  let forms = 0
  const count = (change: number) => {
    forms += change
    for (const listener of listeners) listener()
  }
  return {
    enter: () => {
      count(1)
      return () => count(-1)
    },
    hasForms: () => forms > 0,
    put: (id, draft) => {
      if (draft === null && !open.has(id)) return
      if (draft === null) open.delete(id)
      else open.set(id, draft)
      list = [...open.values()]
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => list,
  }
}

export const OpenDraftsContext = createContext<OpenDrafts>(createOpenDrafts())

export const useOpenDrafts = (): readonly OpenDraft[] => {
  const drafts = useContext(OpenDraftsContext)
  return useSyncExternalStore(drafts.subscribe, drafts.read)
}

/** Whether the section has anything to save, changed or not. */
export const useHasForms = (): boolean => {
  const drafts = useContext(OpenDraftsContext)
  return useSyncExternalStore(drafts.subscribe, drafts.hasForms)
}
