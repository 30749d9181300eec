import type { Route, Sent } from '../../contract/shared/route.ts'
import { offline } from './api-error.ts'
import { reach } from './ask.ts'

export interface DownloadOptions {
  /** Bytes received so far; the total size is known only at the end. */
  readonly onBytes?: (bytes: number) => void
  readonly signal?: AbortSignal
  readonly storeId?: string
}

/** Downloads with the user's token, so that the file needs no public URL, and saves it. */
export async function download<T extends Route>(
  route: T,
  input: Sent<T>,
  { onBytes, signal, storeId }: DownloadOptions = {},
): Promise<void> {
  const reply = await reach(route, input, { ...(signal ? { signal } : {}), ...(storeId ? { storeId } : {}) })
  const named = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
  // A connection that breaks halfway must not produce a truncated file.
  const content = await new Response(counted(reply.body, onBytes)).blob().catch(() => {
    throw signal?.aborted ? new DOMException('cancelled', 'AbortError') : offline()
  })
  const url = URL.createObjectURL(new Blob([content], { type: reply.headers.get('content-type') ?? '' }))
  const link = document.createElement('a')
  link.href = url
  link.download = named ?? 'arquivo'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function counted(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  onBytes: DownloadOptions['onBytes'],
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  if (!body || !onBytes) return body
  let bytes = 0
  return body.pipeThrough(
    new TransformStream({
      transform: (chunk: Uint8Array<ArrayBuffer>, out) => {
        bytes += chunk.byteLength
        onBytes(bytes)
        out.enqueue(chunk)
      },
    }),
  )
}
