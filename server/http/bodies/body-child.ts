import { allRoutes } from '../../../contract/all.ts'
import { speakPortuguese } from '../../../contract/shared/validation-messages.ts'
import { childTask } from '../../children/child-task.ts'
import { checkInput, type CheckedInput } from '../check-input.ts'
import { excessOf, partsOf } from './json-bounds.ts'
import { parsedJson } from './parsed-json.ts'
import { inPieces, type ValuePiece } from './value-pieces.ts'

export interface BodyTask {
  readonly bytes: Uint8Array
  /** Name of the route. */
  readonly route: string
}

export type Refused = { readonly refused: 'depth' | 'parts' | 'syntax' }

/** The value of a good body has gone ahead in pieces. */
export type BodyAnswer = Refused | Extract<CheckedInput, { details: unknown }> | { readonly handedOver: true }

/** The server answers each one before the next is sent, so that others have their turn between two of them. */
export interface BodyPiece {
  readonly piece: ValuePiece
}

speakPortuguese()
const routes = new Map(allRoutes.map((route) => [route.name, route]))

/** Runs in a process of its own (read-large-body.ts). */
export default childTask(readBody)

async function readBody({ bytes, route: name }: BodyTask): Promise<BodyAnswer> {
  const route = routes.get(name)
  if (!route?.body) throw new Error(`the route ${name} has no body`)
  const refused = excessOf(bytes, partsOf(route))
  if (refused) return { refused }
  const json = parsedJson(bytes)
  if (json === undefined) return { refused: 'syntax' }
  const checked = checkInput(route.body, json)
  if ('details' in checked) return checked
  for (const piece of inPieces(checked.value)) await handOver({ piece })
  return { handedOver: true }
}

function handOver(piece: BodyPiece): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', () => {
      resolve()
    })
    process.send?.(piece)
  })
}
