import { readSource, type ReadSource, type Source } from './read-source.ts'

/** Runs in a thread of its own (read-in-thread.ts). */
export default (source: Source): Promise<ReadSource> => readSource(source)
