import { afterEach } from 'vitest'
import { evidence } from './evidence.ts'

/** A vitest setup file: the error of a failed test says what its pages and its server did. */
afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? []
  if (!error) return
  const known = `${error.message}\n${await evidence()}`
  if (error.stack) error.stack = error.stack.replace(error.message, () => known)
  error.message = known
})
