import * as contract from '../../contract/tutorials/tutorials.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readTutorials, saveTutorial } from './progress.ts'

export const tutorialsRoutes: readonly ServedRoute[] = [
  on(contract.readTutorials, readTutorials),
  on(contract.saveTutorial, saveTutorial),
]
