import { startOrderingApp } from '../open-delivery/start-ordering-app.ts'
import { runAlone } from '../run-alone.ts'
import { aiqfomeManner } from './aiqfome-manner.ts'

const {
  AIQFOME_PORT: port = '0',
  AIQFOME_DELAY_MS: delay = '200',
  AIQFOME_CLIENT_ID: clientId = '',
  AIQFOME_CLIENT_SECRET: clientSecret = '',
  AIQFOME_REDIRECT_URL: redirectUrl = '',
} = process.env

/** Entry point of the process. */
await runAlone(() =>
  startOrderingApp({
    port: Number(port),
    actionDelayMs: Number(delay),
    softwareSecret: clientSecret,
    manner: aiqfomeManner({ clientId, clientSecret, redirectUrl }),
  }),
)
