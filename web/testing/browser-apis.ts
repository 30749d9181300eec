import { locks } from 'node:worker_threads'
import { cleanup } from '@testing-library/react'
import { EventSource } from 'undici'
import { afterEach } from 'vitest'

/** What browsers have and jsdom has not: Node's own locks and undici's event stream do the same. */
Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
Object.assign(globalThis, { EventSource })

afterEach(cleanup)
