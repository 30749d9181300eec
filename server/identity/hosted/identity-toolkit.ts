import { Agent, request } from 'undici'
import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'

/** The one Identity Platform call that the admin SDK lacks: verifying a password. */
export interface IdentityToolkit {
  /** The account's uid if e-mail and password match, else null. */
  uidOfPassword(email: string, password: string): Promise<string | null>
}

const timeoutMs = 5_000

type ToolkitEnv = Pick<Env, 'FIREBASE_API_KEY' | 'FIREBASE_AUTH_EMULATOR_HOST' | 'PUBLIC_URL'>

export function createIdentityToolkit(env: ToolkitEnv): IdentityToolkit {
  const agent = new Agent({ connect: { timeout: 2_000 }, maxResponseSize: 100_000, connections: 16 })
  const emulator = env.FIREBASE_AUTH_EMULATOR_HOST
  const base = `${emulator ? `http://${emulator}/` : 'https://'}identitytoolkit.googleapis.com/v1`
  return {
    uidOfPassword: async (email, password) => {
      const { status, body } = await post(agent, `${base}/accounts:signInWithPassword`, env, {
        email,
        password,
        returnSecureToken: true,
      })
      // With a second factor the answer has no token yet, but the password was correct.
      if (status === 200 && typeof body.localId === 'string') return body.localId
      const said = wordOf(body)
      if (wrongPassword.has(said)) return null
      if (said === 'TOO_MANY_ATTEMPTS_TRY_LATER') throw new AppError('rate-limit/exceeded')
      if (status >= 500 || status === 429) throw new AppError('server/overloaded')
      throw new Error(`Identity Toolkit answered ${status} ${said}`)
    },
  }
}

const wrongPassword = new Set([
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'USER_DISABLED',
])

interface Reply {
  readonly localId?: unknown
  readonly error?: { readonly message?: unknown }
}

async function post(
  agent: Agent,
  url: string,
  env: ToolkitEnv,
  json: object,
): Promise<{ status: number; body: Reply }> {
  try {
    const reply = await request(url, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        // In a header, because an address may be logged.
        'x-goog-api-key': env.FIREBASE_API_KEY ?? '',
        // Needed if the key is restricted to the panel's own address.
        ...(env.PUBLIC_URL ? { referer: `${new URL(env.PUBLIC_URL).origin}/` } : {}),
      },
      body: JSON.stringify(json),
    })
    const body: unknown = await reply.body.json()
    return { status: reply.statusCode, body: typeof body === 'object' && body !== null ? body : {} }
  } catch (error) {
    throw Object.assign(new AppError('server/overloaded'), { cause: error })
  }
}

/** `WEAK_PASSWORD : Password should be …` → `WEAK_PASSWORD`. */
function wordOf(body: Reply): string {
  const message = body.error?.message
  return typeof message === 'string' ? (message.split(/\s/)[0] ?? '') : ''
}
