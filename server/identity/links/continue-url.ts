import type { Env } from '../../env.ts'
import { AppError } from '../../errors/app-error.ts'
import { ownOrigins } from './links.ts'

/**
 * Where a reset may lead back to: a page of the panel, written plainly. Everything that two
 * readers could read differently (credentials, control characters, backslashes, other schemes,
 * relative addresses) is refused, not mended. auth/continue-url-refused
 */
export function allowedContinueUrl(env: Pick<Env, 'PUBLIC_URL' | 'PORT'>, text: string): string {
  // Byte for byte an own origin first: what follows can only be a path of it.
  const origin = ownOrigins(env).find((own) => text === own || text.startsWith(`${own}/`))
  if (origin === undefined || /[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) throw refused()
  const url = new URL(text)
  if (url.origin !== origin || url.username !== '' || url.password !== '') throw refused()
  // Two leading slashes read as another host by whoever joins the path alone.
  if (url.pathname.startsWith('//') || /%(?:2f|5c)/i.test(url.pathname.slice(0, 6))) throw refused()
  return url.href
}

const refused = () =>
  new AppError('auth/continue-url-refused', {
    details: [{ path: 'continueUrl', message: 'O endereço de volta não é permitido.' }],
  })
