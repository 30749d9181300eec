import { ChildTaskError, type TaskChannel } from '../../children/child-pool.ts'
import { readers } from '../../children/readers.ts'
import { AppError } from '../../errors/app-error.ts'
import type { CheckedInput } from '../check-input.ts'
import type { BodyAnswer, BodyPiece, BodyTask, Refused } from './body-child.ts'
import { FromPieces } from './value-pieces.ts'

/** Bytes. A smaller body takes the process a few milliseconds (ADR 84). */
export const maxBytesHere = 256 * 1024
const maxMs = 10_000
const bodyChild = new URL('./body-child.ts', import.meta.url)

/** A body that was checked against its route's schema already. */
export class CheckedBody {
  readonly checked: CheckedInput

  constructor(checked: CheckedInput) {
    this.checked = checked
  }
}

/**
 * Parses and checks a large JSON body in a child process, one at a time for each key, and takes the value back in
 * pieces, between which others are answered. The answer names what makes it no body: too deep, too many parts, no JSON.
 * Throws `server/overloaded` when the child ran out of time or memory, or too many wait.
 */
export async function readLargeBody(task: BodyTask, key: string): Promise<CheckedBody | Refused> {
  const pieces = new FromPieces()
  let next: () => void = () => {}
  const channel: TaskChannel = {
    onMessage: (answer) => {
      next = () => answer({ taken: true })
    },
    postMessage: ({ piece }: BodyPiece) => {
      pieces.add(piece)
      setImmediate(next)
    },
  }
  try {
    const answer = await readers().run<BodyAnswer>(bodyChild, task, { key, maxMs, channel })
    if ('refused' in answer) return answer
    return new CheckedBody('details' in answer ? answer : { value: pieces.value() })
  } catch (error) {
    throw error instanceof ChildTaskError ? new AppError('server/overloaded') : error
  }
}
