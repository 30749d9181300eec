import { locks } from 'node:worker_threads'
import { cleanup } from '@testing-library/react'
import { EventSource } from 'undici'
import { afterEach } from 'vitest'

/** Browser APIs that jsdom lacks, provided by Node's locks and undici's event stream. */
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
Object.assign(globalThis, { EventSource })

afterEach(cleanup)
