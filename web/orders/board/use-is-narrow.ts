import { upTo, useMatch } from '../../kit/breakpoints.ts'

const narrow = upTo('narrow')

/** Whether the board's columns scroll sideways. */
export const useIsNarrow = (): boolean => useMatch(narrow)
