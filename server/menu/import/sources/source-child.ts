import { begun } from '../../../children/begun.ts'
import { readSource, type ReadSource, type Source } from './read-source.ts'

/** Runs in a process of its own (read-apart.ts). */
export default async function read(source: Source): Promise<ReadSource> {
  await begun()
  return readSource(source)
}
