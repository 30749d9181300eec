import { useQuery } from '@tanstack/react-query'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'
import { readTutorials, saveTutorial } from '../../contract/tutorials/tutorials.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'

export const useTutorials = () => useQuery({ ...queryFor(readTutorials, {}), staleTime: 60_000 })

/** Opened, worked through, or wanted again. */
export async function noteGuide(guide: GuideId, done: boolean): Promise<void> {
  await ask(saveTutorial, { params: { guide }, body: { done } })
  await refresh(readTutorials)
}
