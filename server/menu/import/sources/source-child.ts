import { readSource, type ReadSource, type Source } from './read-source.ts'

/** Runs in a process of its own (read-apart.ts). */
export default (source: Source): Promise<ReadSource> => readSource(source)
