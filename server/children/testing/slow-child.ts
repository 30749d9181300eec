import { childTask } from '../child-task.ts'

/** A child whose imports take longer than its task may. */
const loadedAt = performance.now() + 1_500
while (performance.now() < loadedAt);

export default childTask(() => process.pid)
