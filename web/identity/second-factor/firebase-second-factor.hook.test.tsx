import type { FirebaseError } from 'firebase/app'
import type { Auth } from 'firebase/auth'
import { beforeEach, expect, test, vi } from 'vitest'
import { firebaseSecondFactor } from './firebase-second-factor.ts'

/** A double of the SDK's part: the official emulator knows no authenticator apps. Untried with Google's own servers. */
const double = vi.hoisted(() => ({
  password: 'Segura#Lua26',
  code: '123456',
  factors: [] as { uid: string; factorId: string }[],
  asked: [] as string[],
  switchedOn: true,
}))

vi.mock('firebase/auth', async () => {
  const { FirebaseError: Refusal } = await import('firebase/app')
  const refuse = (code: string) => {
    throw new Refusal(code, code)
  }
  const checkCode = ({ code }: { code: string }) =>
    code === double.code ? undefined : refuse('auth/invalid-verification-code')
  const TotpMultiFactorGenerator = {
    FACTOR_ID: 'totp',
    generateSecret: (session: string) => {
      if (!double.switchedOn) refuse('auth/operation-not-allowed')
      double.asked.push(`secret for ${session}`)
      return Promise.resolve({
        secretKey: 'JBSWY3DPEHPK3PXP',
        generateQrCodeUrl: (account: string, issuer: string) => `otpauth://totp/${issuer}:${account}`,
      })
    },
    assertionForEnrollment: (_secret: unknown, code: string) => ({ code }),
    assertionForSignIn: (uid: string, code: string) => ({ uid, code }),
  }
  return {
    TotpMultiFactorGenerator,
    EmailAuthProvider: { credential: (_email: string, password: string) => ({ password }) },
    reauthenticateWithCredential: (_user: unknown, { password }: { password: string }) => {
      if (password !== double.password) refuse('auth/invalid-credential')
      if (double.factors.length > 0) refuse('auth/multi-factor-auth-required')
      double.asked.push('password')
      return Promise.resolve({})
    },
    getMultiFactorResolver: () => ({
      hints: double.factors,
      resolveSignIn: (assertion: { code: string }) => Promise.resolve().then(() => checkCode(assertion)),
    }),
    multiFactor: () => ({
      enrolledFactors: double.factors,
      getSession: () => Promise.resolve('a fresh session'),
      enroll: (assertion: { code: string }) =>
        Promise.resolve().then(() => {
          checkCode(assertion)
          double.factors.push({ uid: 'factor-1', factorId: 'totp' })
        }),
      unenroll: () => {
        double.factors.length = 0
        return Promise.resolve()
      },
    }),
  }
})

const auth = { currentUser: { uid: 'dona' } } as Auth
const door = firebaseSecondFactor(auth)
const email = 'dona@loja.example'

beforeEach(() => {
  double.factors.length = 0
  double.asked.length = 0
  double.switchedOn = true
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as FirebaseError).code,
  )

// docs/product/identity.md:30 “second factor”
test('with the password a key is made, and the first right code turns the second factor on', async () => {
  const enrolment = await door.start(email, double.password)
  expect(double.asked).toEqual(['password', 'secret for a fresh session'])
  expect(enrolment).toMatchObject({
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Balcão:dona@loja.example',
  })
  expect(await codeOf(enrolment.confirm('000000'))).toBe('auth/second-factor-invalid')
  expect(double.factors).toEqual([])
  expect(await codeOf(enrolment.confirm('123 456'))).toBe('done')
  expect(double.factors).toHaveLength(1)
  expect(await codeOf(door.start(email, double.password))).toBe('auth/second-factor-on')
})

test('a wrong password, a project without authenticator apps and a lost session are refused in our words', async () => {
  expect(await codeOf(door.start(email, 'Errada#2026'))).toBe('auth/wrong-password')
  double.switchedOn = false
  expect(await codeOf(door.start(email, double.password))).toBe('auth/provider-decides')
  const nobody = firebaseSecondFactor({ currentUser: null } as Auth)
  expect(await codeOf(nobody.start(email, double.password))).toBe('auth/missing-session')
})

test('it is turned off with password and code, and by neither alone', async () => {
  double.factors.push({ uid: 'factor-1', factorId: 'totp' })
  expect(await codeOf(door.remove(email, 'Errada#2026', double.code))).toBe('auth/wrong-password')
  expect(await codeOf(door.remove(email, double.password, '000000'))).toBe('auth/second-factor-invalid')
  expect(double.factors).toHaveLength(1)
  expect(await codeOf(door.remove(email, double.password, double.code))).toBe('done')
  expect(double.factors).toEqual([])
})
