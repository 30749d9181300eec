import { begun } from '../begun.ts'

/** A child whose imports take longer than its task may. */
const loadedAt = performance.now() + 1_500
while (performance.now() < loadedAt);

export default async function answer(): Promise<number> {
  await begun()
  return process.pid
}
