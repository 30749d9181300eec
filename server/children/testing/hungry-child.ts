import { begun } from '../begun.ts'

export type Appetite = 'heap' | 'native memory' | 'time' | 'nothing' | 'settings'

/** A task that takes without end what its name says; 'settings' tells what it can see. */
export default async function hungry({ appetite }: { readonly appetite: Appetite }): Promise<unknown> {
  await begun()
  const held: unknown[] = []
  switch (appetite) {
    case 'heap':
      for (;;)
        held.push(Array.from({ length: 1_000 }, (_, index) => `${String(index)} ${String(held.length)}`))
    case 'native memory':
      for (;;) held.push(Buffer.alloc(4 * 1024 * 1024, 1))
    case 'time':
      for (;;) held.length = 0
    case 'settings':
      return Object.keys(process.env)
    case 'nothing':
      return process.pid
  }
}
