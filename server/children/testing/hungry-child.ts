import { childTask } from '../child-task.ts'

export type Appetite = 'heap' | 'native memory' | 'time' | 'much' | 'nothing' | 'settings'

const kept: Buffer[] = []

/** A task that takes without end what its name says; 'much' stays behind and 'settings' tells what it can see. */
export default childTask(({ appetite }: { readonly appetite: Appetite }): unknown => {
  const held: unknown[] = []
  switch (appetite) {
    case 'heap':
      for (;;)
        held.push(Array.from({ length: 1_000 }, (_, index) => `${String(index)} ${String(held.length)}`))
    case 'native memory':
      for (;;) held.push(Buffer.alloc(4 * 1024 * 1024, 1))
    case 'time':
      for (;;) held.length = 0
    case 'much':
      kept.push(Buffer.alloc(100 * 1024 * 1024, 1))
      return process.pid
    case 'settings':
      return Object.keys(process.env)
    case 'nothing':
      return process.pid
  }
})
