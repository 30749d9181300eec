import type { Route, Sent } from '../../contract/route.ts'
import { offline } from './api-error.ts'
import { reach } from './ask.ts'

/** Asks as the person, so that the file needs no address that anybody could open, and saves it. */
export async function download<T extends Route>(route: T, input: Sent<T>): Promise<void> {
  const reply = await reach(route, input)
  const named = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  // A line that breaks in the middle must not look like a whole file.
  const content = await reply.blob().catch(() => {
    throw offline()
  })
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = named ?? 'arquivo'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
