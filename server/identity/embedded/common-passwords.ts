import { withoutAccents } from '../../../contract/shared/folded.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../errors/app-error.ts'

/** 50 thousand passwords from public leaks (zxcvbn), and words common in Brazil. */
const common = new Set<string>([
  ...dictionary['passwords-common'],
  ...[
    'senha',
    'balcao',
    'mudar',
    'brasil',
    'flamengo',
    'corinthians',
    'palmeiras',
    'restaurante',
    'pizza',
    'ifood',
  ],
])

/**
 * auth/password-refused for a common password, also with the digits and symbols added that a policy demands
 * ("Senha@123"), and for one derived from the person's own address.
 */
export function rejectCommonPassword(password: string, email: string, path = 'password'): void {
  const lower = withoutAccents(password).toLowerCase()
  const core = lower.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const plain = core.replaceAll('@', 'a').replaceAll('0', 'o').replaceAll('3', 'e').replaceAll('$', 's')
  const account = email.split('@')[0]?.toLowerCase() ?? ''
  const dressing = lower.length - core.length
  const weak =
    common.has(lower) ||
    (dressing <= 6 && lower.length < 14 && (common.has(core) || common.has(plain))) ||
    (account.length >= 4 && lower.includes(account) && lower.length < account.length + 6)
  if (weak) {
    throw new AppError('auth/password-refused', {
      details: [{ path, message: 'Esta senha é fácil de adivinhar. Escolha outra.' }],
    })
  }
}
