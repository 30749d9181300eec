import { useSyncExternalStore } from 'react'

/** A value outside React that components can watch. */
export interface Store<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Calls the listener after each `set`; returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)

/** Renders again only when what `read` picks has changed. It returns the same object for the same value. */
export const useStorePart = <T, Part>(store: Store<T>, read: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => read(store.get()))
