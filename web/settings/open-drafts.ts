import { createContext, useContext } from 'react'
import { createStore, useStorePart, type Store } from '../kit/create-store.ts'
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
  readonly read: () => readonly OpenDraft[]
  readonly shown: Store<ShownForms>
}

interface ShownForms {
  /** With unsaved changes. */
  readonly drafts: readonly OpenDraft[]
  /** How many may put a draft. */
  readonly forms: number
}

/** The forms of a settings section that have unsaved changes, in the order in which they were changed. */
export function createOpenDrafts(): OpenDrafts {
  const open = new Map<string, OpenDraft>()
  const shown = createStore<ShownForms>({ drafts: [], forms: 0 })
  const count = (change: number) => shown.set({ ...shown.get(), forms: shown.get().forms + change })
  return {
    enter: () => {
      count(1)
      return () => count(-1)
    },
    hasForms: () => shown.get().forms > 0,
    put: (id, draft) => {
      if (draft === null && !open.has(id)) return
      if (draft === null) open.delete(id)
      else open.set(id, draft)
      shown.set({ ...shown.get(), drafts: [...open.values()] })
    },
    read: () => shown.get().drafts,
    shown,
  }
}

export const OpenDraftsContext = createContext<OpenDrafts>(createOpenDrafts())

export const useOpenDrafts = (): readonly OpenDraft[] => {
  const { shown } = useContext(OpenDraftsContext)
  return useStorePart(shown, ({ drafts }) => drafts)
}

/** Whether the section has anything to save, changed or not. */
export const useHasForms = (): boolean => {
  const { shown } = useContext(OpenDraftsContext)
  return useStorePart(shown, ({ forms }) => forms > 0)
}
