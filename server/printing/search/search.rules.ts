import { searchMs, type searchStates } from '../../../contract/printing/printer-search.ts'

interface SearchTimes {
  readonly search_asked_at: Date | null
  readonly searched_at: Date | null
}

/** Of one computer. It answers the last request, or is silent. */
export function searchState(
  { search_asked_at: asked, searched_at: ended }: SearchTimes,
  now: Date,
): (typeof searchStates)[number] {
  if (asked === null) return 'none'
  if (ended !== null && ended >= asked) return 'done'
  return now.getTime() - asked.getTime() < searchMs ? 'running' : 'silent'
}
