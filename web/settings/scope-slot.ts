import { createContext } from 'react'

/** The end of the head's sentence "vale para …"; null until it is drawn, or outside the settings page. */
export const ScopeSlotContext = createContext<HTMLElement | null>(null)
