import * as contract from '../../contract/presence/presence.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { beatBoard } from './beat-board.ts'
import { readPresence, savePresence } from './save-presence.ts'

export const presenceRoutes: readonly ServedRoute[] = [
  on(contract.readPresence, readPresence),
  on(contract.savePresence, savePresence),
  on(contract.beatBoard, beatBoard),
]
