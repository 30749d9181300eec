import { locks } from 'node:worker_threads'
import { cleanup, configure } from '@testing-library/react'
import { EventSource } from 'undici'
import { afterEach } from 'vitest'

/** Browser APIs that jsdom lacks, provided by Node's locks and undici's event stream. */
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
Object.assign(globalThis, { EventSource })

// Half of a test's time, as `until` on the server: a condition that is not met names itself.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)
