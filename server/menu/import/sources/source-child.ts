import { childTask } from '../../../children/child-task.ts'
import { readSource, type ReadSource, type Source } from './read-source.ts'

/** Runs in a process of its own (read-apart.ts). */
export default childTask<Source, ReadSource>(readSource)
