import { begun } from '../begun.ts'

/** A task that ends with the first message. */
export default async function wait(): Promise<void> {
  await begun()
  await new Promise((resolve) => process.once('message', resolve))
}
