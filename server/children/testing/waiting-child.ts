import { childTask } from '../child-task.ts'

/** A task that sends a message and ends with its answer. */
export default childTask(async () => {
  process.send?.({ waits: true })
  await new Promise((resolve) => process.once('message', resolve))
})
