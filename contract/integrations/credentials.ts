import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { channelType, channelView } from './integrations.ts'

const secretText = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(500, 'O texto é longo demais.'))

/** The server asks the application for a token before it keeps them; they never leave it again. */
export const giveCredentials = route({
  name: 'giveCredentials',
  method: 'POST',
  path: '/integrations/setup/credentials/mine',
  summary: 'Tries the credentials that an ordering application gave to the store, and keeps them sealed',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    type: channelType,
    /** The address before `/oauth/token` and `/v1/orders`. */
    baseUrl: secretText('Informe o endereço do aplicativo.'),
    clientId: secretText('Informe o Client ID.'),
    clientSecret: secretText('Informe o Client Secret.'),
    /** What the application calls itself in its webhooks. Absent: webhooks of any application are checked by the secret alone. */
    appId: z.optional(z.string().check(z.trim(), z.maxLength(100, 'O App ID é longo demais.'))),
    version: seenRevision(),
  }),
  reply: channelView,
  errors: [
    'store/not-found',
    'integration/unknown-type',
    'integration/way-not-offered',
    'integration/stale-setup',
    'integration/setup-expired',
    'integration/code-refused',
    'marketplace/unavailable',
    'validation/refused',
    'rate-limit/exceeded',
  ],
})
