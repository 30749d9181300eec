import { startOrderingApp } from '../open-delivery/start-ordering-app.ts'
import { runAlone } from '../run-alone.ts'
import { keetaManner } from './keeta-manner.ts'

const {
  KEETA_PORT: port = '0',
  KEETA_DELAY_MS: delay = '200',
  KEETA_CLIENT_ID: clientId = '',
  KEETA_CLIENT_SECRET: clientSecret = '',
  KEETA_POLLS_PER_MINUTE: polls = '2',
} = process.env

/** Entry point of the process. */
await runAlone(() =>
  startOrderingApp({
    port: Number(port),
    actionDelayMs: Number(delay),
    softwareSecret: clientSecret,
    manner: keetaManner({ clientId, clientSecret, pollsPerMinute: Number(polls) }),
  }),
)
