import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import { ownOrigins } from './links.ts'

/**
 * Where a reset may return to: a page of the panel in plain notation. Everything that two parsers could read
 * differently (credentials, control characters, backslashes, other schemes, relative addresses) is rejected
 * instead of repaired. auth/continue-url-refused
 */
export function allowedContinueUrl(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>, text: string): string {
  // It must start with an own origin, byte for byte; the rest can then only be a path.
  const origin = ownOrigins(env).find((own) => text === own || text.startsWith(`${own}/`))
  if (origin === undefined || /[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) throw refused()
  const url = new URL(text)
  if (url.origin !== origin || url.username !== '' || url.password !== '') throw refused()
  // Code that appends the path to something would read two leading slashes as another host.
  if (url.pathname.startsWith('//') || /%(?:2f|5c)/i.test(url.pathname.slice(0, 6))) throw refused()
  return url.href
}

const refused = () =>
  new AppError('auth/continue-url-refused', {
    details: [{ path: 'continueUrl', message: 'O endereço de volta não é permitido.' }],
  })
