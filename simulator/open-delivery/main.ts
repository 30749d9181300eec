import { runAlone } from '../run-alone.ts'
import { startOrderingApp } from './start-ordering-app.ts'

const { ORDERING_APP_PORT: port = '0', ORDERING_APP_DELAY_MS: delay = '200' } = process.env

/** Entry point of the process. */
await runAlone(() => startOrderingApp({ port: Number(port), actionDelayMs: Number(delay) }))
