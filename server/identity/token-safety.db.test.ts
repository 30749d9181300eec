import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCustomToken, readMyUser, sessionLogin, signIn } from '../../contract/identity/identity.ts'
import { appPair } from '../../contract/shared/app-pair.ts'
import { headers as names } from '../../contract/shared/headers.ts'
import { readStore } from '../../contract/stores/stores.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { createUser } from './identity.ts'

let app: TestApp
let person: Person
let victim: Person

beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://painel.example' })
  person = await app.addPerson('dona')
  victim = await app.addPerson('outra')
})
afterAll(() => app.close())

const good = () => ({ sid: person.sessionId, ver: 1, auth_time: seconds() })
const seconds = (ms = 0) => Math.floor((Date.now() + ms) / 1_000)

async function malformed(): Promise<readonly (readonly [string, string])[]> {
  const row = await app.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow()
  const key = await importJWK(row.private_jwk as JWK, 'ES256')
  const publicText = JSON.stringify(row.public_jwk)
  const other = await generateKeyPair('ES256', { extractable: true })
  const rsa = await generateKeyPair('RS256')
  const edwards = await generateKeyPair('EdDSA')
  interface Change {
    readonly header?: Record<string, unknown>
    readonly claims?: Record<string, unknown>
    readonly sub?: string | null
    readonly iss?: string
    readonly aud?: string
    readonly iat?: number
    readonly exp?: number | null
    readonly nbf?: number
    readonly key?: Parameters<SignJWT['sign']>[0]
  }
  const made = (change: Change = {}) => {
    const token = new SignJWT({ ...good(), ...change.claims })
      .setProtectedHeader({ alg: 'ES256', kid: row.kid, typ: 'id+jwt', ...change.header })
      .setIssuer(change.iss ?? 'balcao')
      .setAudience(change.aud ?? 'balcao-panel')
      .setIssuedAt(change.iat ?? seconds())
    if (change.sub !== null) token.setSubject(change.sub ?? person.uid)
    if (change.exp !== null) token.setExpirationTime(change.exp ?? seconds(3_600_000))
    if (change.nbf !== undefined) token.setNotBefore(change.nbf)
    return token.sign(change.key ?? key)
  }
  const right = await made()
  expect((await ask(right)).status).toBe(200)
  const [head, body, signature] = right.split('.') as [string, string, string]
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const header = { alg: 'ES256', kid: row.kid, typ: 'id+jwt' }
  const hmac = (secret: string, algorithm = 'sha256') => {
    const text = `${encoded({ ...header, alg: algorithm === 'sha256' ? 'HS256' : 'HS512' })}.${body}`
    return `${text}.${createHmac(algorithm, secret).update(text).digest('base64url')}`
  }
  const without = (name: string) => {
    const { [name]: _left, ...rest } = { ...good() } as Record<string, unknown>
    return rest
  }
  const resigned = async (payload: Record<string, unknown>) =>
    new SignJWT(payload).setProtectedHeader(header).sign(key)
  const base = { ...claims }
  return [
    ['alg none', new UnsecuredJWT({ ...claims }).encode()],
    ['alg none with our header', `${encoded({ ...header, alg: 'none' })}.${body}.`],
    ['alg None', `${encoded({ ...header, alg: 'None' })}.${body}.`],
    ['alg NONE with the signature', `${encoded({ ...header, alg: 'NONE' })}.${body}.${signature}`],
    ['no alg', `${encoded({ kid: row.kid, typ: 'id+jwt' })}.${body}.${signature}`],
    ['alg of another type', `${encoded({ ...header, alg: 1 })}.${body}.${signature}`],
    ['HMAC with the public key', hmac(publicText)],
    ['HMAC with the key id', hmac(row.kid)],
    ['HMAC with nothing', hmac('')],
    ['HMAC 512 with the public key', hmac(publicText, 'sha512')],
    ['another ES256 key', await made({ key: other.privateKey })],
    [
      'another key with its own jwk in the header',
      await made({ key: other.privateKey, header: { jwk: await exportJWK(other.publicKey) } }),
    ],
    [
      'another key, jku elsewhere',
      await made({ key: other.privateKey, header: { jku: 'https://fora.example/jwks' } }),
    ],
    [
      'another key, x5u elsewhere',
      await made({ key: other.privateKey, header: { x5u: 'https://fora.example/x' } }),
    ],
    ['RS256', await made({ key: rsa.privateKey, header: { alg: 'RS256' } })],
    ['EdDSA', await made({ key: edwards.privateKey, header: { alg: 'EdDSA' } })],
    ['unknown kid', await made({ header: { kid: 'nobody' } })],
    ['no kid', await made({ header: { kid: undefined } })],
    ['kid of another type', `${encoded({ ...header, kid: 7 })}.${body}.${signature}`],
    ['kid with SQL', await made({ header: { kid: "' or '1'='1" } })],
    ['kid with a path', await made({ header: { kid: '../../dev/null' } })],
    ['kid with a zero byte', await made({ header: { kid: 'a\u0000b' } })],
    ['critical header', `${encoded({ ...header, crit: ['x'], x: 1 })}.${body}.${signature}`],
    ['type JWT', await made({ header: { typ: 'JWT' } })],
    ['no type', await made({ header: { typ: undefined } })],
    ['type of an access token', await made({ header: { typ: 'at+jwt' } })],
    ['wrong audience', await made({ aud: 'outro-painel' })],
    ['wrong issuer', await made({ iss: 'https://fora.example' })],
    ['expired', await made({ exp: seconds(-60_000) })],
    ['expired long ago', await made({ exp: 1, iat: 0 })],
    ['no expiry', await made({ exp: null })],
    ['not yet', await made({ nbf: seconds(3_600_000) })],
    ['expiry as text', await resigned({ ...base, exp: 'nunca' })],
    ['expiry as a list', await resigned({ ...base, exp: [9_999_999_999] })],
    ['no subject', await made({ sub: null })],
    ['empty subject', await made({ sub: '' })],
    ['somebody else with my session', await made({ sub: victim.uid })],
    ['subject with SQL', await made({ sub: "x' or true --" })],
    ['very long subject', await made({ sub: 'x'.repeat(5_000) })],
    [
      'no session',
      await resigned({
        ...without('sid'),
        sub: person.uid,
        iss: 'balcao',
        aud: 'balcao-panel',
        iat: seconds(),
        exp: seconds(60_000),
      }),
    ],
    [
      'no version',
      await resigned({
        ...without('ver'),
        sub: person.uid,
        iss: 'balcao',
        aud: 'balcao-panel',
        iat: seconds(),
        exp: seconds(60_000),
      }),
    ],
    [
      'no sign-in time',
      await resigned({
        ...without('auth_time'),
        sub: person.uid,
        iss: 'balcao',
        aud: 'balcao-panel',
        iat: seconds(),
        exp: seconds(60_000),
      }),
    ],
    [
      'no issue time',
      await resigned({
        ...good(),
        sub: person.uid,
        iss: 'balcao',
        aud: 'balcao-panel',
        exp: seconds(60_000),
      }),
    ],
    ['session that is no uuid', await made({ claims: { sid: 'x' } })],
    ['session with SQL', await made({ claims: { sid: "'; drop table sessions" } })],
    ['session of somebody else', await made({ claims: { sid: victim.sessionId } })],
    ['session that does not exist', await made({ claims: { sid: '00000000-0000-4000-8000-000000000000' } })],
    ['older version', await made({ claims: { ver: 0 } })],
    ['newer version', await made({ claims: { ver: 2 } })],
    ['version as text', await made({ claims: { ver: '1' } })],
    ['claims changed after signing', `${head}.${encoded({ ...claims, sub: victim.uid })}.${signature}`],
    ['signature cut', `${head}.${body}.${signature.slice(0, -4)}`],
    ['signature empty', `${head}.${body}.`],
    ['signature of zeros', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    ['signature as DER', `${head}.${body}.${Buffer.from([0x30, 6, 2, 1, 0, 2, 1, 0]).toString('base64url')}`],
    ['two parts', `${head}.${body}`],
    ['four parts', `${right}.x`],
    ['five parts (JWE)', `${right}.x.y`],
    ['one dot', '.'],
    ['two dots', '..'],
    ['no base64', '{}.{}.{}'],
    ['header no JSON', `${Buffer.from('nope').toString('base64url')}.${body}.${signature}`],
    ['body no JSON', `${head}.${Buffer.from('nope').toString('base64url')}.${signature}`],
    ['body a list', await resigned([] as unknown as Record<string, unknown>).catch(() => 'a.b.c')],
    ['Bearer in front', `Bearer ${right}`],
    ['a uuid', person.sessionId],
    ['JSON', '{"uid":"dona"}'],
    ['eight thousand letters', 'a'.repeat(8_000)],
  ]
}

const ask = (token: string) => app.call({ ...person, token }, readMyUser, {})

describe('a token that is not exactly ours', () => {
  test('is rejected with 401 in each of 60 variants, and never causes a server error', async () => {
    const tokens = await malformed()
    expect(tokens.length).toBeGreaterThanOrEqual(60)
    const passed: string[] = []
    for (const [name, token] of tokens) {
      const answer = await ask(token)
      const asLogin = await app.call(null, sessionLogin, { body: { idToken: token } })
      const asCookie = await app.call(null, getCustomToken, {
        body: { sessionCookie: token.slice(0, 4_000) },
      })
      if (
        answer.status !== 401 ||
        !['auth/id-token-invalid', 'auth/id-token-expired', 'auth/id-token-revoked'].includes(
          answer.body.error ?? '',
        )
      )
        passed.push(`${name}: ${answer.status} ${answer.body.error ?? ''}`)
      // HTTP itself may trim a header, but not a body.
      if (![400, 401].includes(asLogin.status)) passed.push(`${name} as sign-in: ${asLogin.status}`)
      if (![400, 401].includes(asCookie.status)) passed.push(`${name} as cookie: ${asCookie.status}`)
    }
    expect(passed).toEqual([])
  })
})

describe('a cross-site call from the person’s browser', () => {
  const from = (headers: Record<string, string>) => ({ headers })

  test('signs nobody in or out and creates no session (login CSRF)', async () => {
    const email = 'csrf@loja.example'
    await createUser(app.db, { email, name: 'X', password: 'Segura#Lua26' })
    const foreign: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://fora.example' },
      { origin: 'null' },
      { origin: 'https://painel.example.fora.example' },
      { origin: 'http://painel.example' },
    ]
    for (const headers of foreign) {
      const answer = await app.call(
        null,
        signIn,
        { body: { email, password: 'Segura#Lua26' } },
        from(headers),
      )
      expect(answer.body.error, JSON.stringify(headers)).toBe('auth/cross-site')
    }
    const own = await app.call(
      null,
      signIn,
      { body: { email, password: 'Segura#Lua26' } },
      from({
        'sec-fetch-site': 'same-origin',
        origin: 'https://painel.example',
        [names.appId]: appPair.id,
        [names.appToken]: appPair.token,
      }),
    )
    expect(own.status).toBe(200)
  })

  test('in a form’s encoding is rejected', async () => {
    const reply = await app.fastify.inject({
      method: 'POST',
      url: '/api/iam/revokeSession',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'a=b',
    })
    expect(reply.statusCode).toBe(415)
  })
})

test('a call for a store without access is audited, whether or not the store exists', async () => {
  const foreign = await app.addStore()
  const absent = '00000000-0000-4000-8000-000000000000'
  for (const storeId of [foreign, absent])
    expect((await app.call(person, readStore, { params: { storeId } })).body.error).toBe('store/not-found')
  const owner = new (await import('pg')).default.Client({ connectionString: app.directoryUrl })
  await owner.connect()
  const rows = await owner.query(
    "select subject from audit_entries where action = 'access/refused' order by at",
  )
  await owner.end()
  expect(rows.rows.map((row: { subject: string }) => row.subject)).toEqual([foreign, absent])
})
