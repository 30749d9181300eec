import { ChildTaskError } from '../../../children/child-pool.ts'
import { readers } from '../../../children/readers.ts'
import type { ReadSource, Source } from './read-source.ts'

/** From the moment at which the child begins. */
const maxMs = 10_000
const sourceChild = new URL('./source-child.ts', import.meta.url)

/** A document that takes all time or memory ends its child process, not the server. Throws when too many wait. */
export async function readApart(source: Source, storeId: string): Promise<ReadSource> {
  try {
    return await readers().run<ReadSource>(sourceChild, source, { key: storeId, maxMs })
  } catch (error) {
    if (!(error instanceof ChildTaskError)) throw error
    return { found: null, message: 'Não deu para ler este cardápio: ele é grande ou complicado demais.' }
  }
}
