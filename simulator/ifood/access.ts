import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Merchant } from './records.ts'

/** docs/marketplaces/ifood.md section 1. */
export const tokenSeconds = 10_800
const renewalSeconds = 168 * 3_600
export const userCodeSeconds = 600
const authorizationCodeSeconds = 300

/** What the owner of merchants approved for our distributed application. */
interface Grant {
  readonly id: string
  readonly merchantIds: readonly string[]
  revoked: boolean
}

interface UserCode {
  readonly userCode: string
  readonly verifier: string
  readonly until: number
  /** Set when the owner typed the code at the portal. */
  authorizationCode: { readonly text: string; readonly until: number; readonly grantId: string } | null
  used: boolean
}

/** A token reaches what was approved when it was issued. */
interface Token {
  readonly until: number
  readonly issuedAt: number
  /** Null: the centralised application. */
  readonly grantId: string | null
}

/** What the access needs of the world that it belongs to. */
interface Surroundings {
  readonly env: { readonly codeClientId: string }
  readonly merchants: ReadonlyMap<string, Merchant>
  now(): number
}

/** Who may reach which merchants: applications, approvals, tokens. */
export class Access {
  readonly tokens = new Map<string, Token>()
  readonly userCodes = new Map<string, UserCode>()
  readonly grants = new Map<string, Grant>()
  /** When the centralised application was approved, by merchant; 0: always. */
  readonly approvals = new Map<string, number>()
  private readonly usedRenewals = new Set<string>()
  private readonly world: Surroundings

  constructor(world: Surroundings) {
    this.world = world
  }

  issue(grantId: string | null): string {
    const text = randomBytes(32).toString('base64url')
    const now = this.world.now()
    this.tokens.set(text, { until: now + tokenSeconds * 1_000, issuedAt: now, grantId })
    return text
  }

  /** Undefined: wrong, ended or revoked. */
  tokenOf(request: FastifyRequest): Token | undefined {
    const text = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const token = text ? this.tokens.get(text) : undefined
    if (!token || token.until < this.world.now()) return undefined
    if (token.grantId !== null && this.grants.get(token.grantId)?.revoked !== false) return undefined
    return token
  }

  reaches(token: Token, merchantId: string): boolean {
    if (!this.world.merchants.has(merchantId)) return false
    if (token.grantId !== null)
      return this.grants.get(token.grantId)?.merchantIds.includes(merchantId) ?? false
    const approvedAt = this.approvals.get(merchantId)
    return approvedAt !== undefined && approvedAt <= token.issuedAt
  }

  askUserCode(): UserCode {
    const code: UserCode = {
      userCode: `${letters(4)}-${letters(4)}`,
      verifier: randomBytes(24).toString('base64url'),
      until: this.world.now() + userCodeSeconds * 1_000,
      authorizationCode: null,
      used: false,
    }
    this.userCodes.set(code.userCode, code)
    return code
  }

  /** The owner types the code at the portal and chooses merchants. Null: unknown, ended or used code. */
  authorise(userCode: string, merchantIds: readonly string[]): string | null {
    const code = this.userCodes.get(userCode.trim().toUpperCase())
    if (!code || code.until < this.world.now() || code.authorizationCode || merchantIds.length === 0)
      return null
    const grant: Grant = { id: randomUUID(), merchantIds: [...merchantIds], revoked: false }
    this.grants.set(grant.id, grant)
    const text = `${letters(4)}-${letters(4)}`
    code.authorizationCode = {
      text,
      until: this.world.now() + authorizationCodeSeconds * 1_000,
      grantId: grant.id,
    }
    return text
  }

  redeem(authorizationCode: string, verifier: string): string | null {
    const code = [...this.userCodes.values()].find((one) => one.verifier === verifier)
    const given = code?.authorizationCode
    if (!code || !given || code.used || given.text !== authorizationCode.trim().toUpperCase()) return null
    if (given.until < this.world.now()) return null
    code.used = true
    return given.grantId
  }

  /** Carries its grant, so that an owner's approval outlives a restart of this process, as it does at iFood. */
  renewalOf(grantId: string): string {
    const merchantIds = this.grants.get(grantId)?.merchantIds ?? []
    const until = this.world.now() + renewalSeconds * 1_000
    const body = Buffer.from(JSON.stringify({ grantId, merchantIds, until, id: randomUUID() })).toString(
      'base64url',
    )
    return `${body}.${this.sign(body)}`
  }

  /** The grant of a renewal, which works once; null: wrong, used, ended or revoked. */
  useRenewal(text: string): string | null {
    const [body = '', signature] = text.split('.')
    if (signature !== this.sign(body) || this.usedRenewals.has(text)) return null
    const { grantId, merchantIds, until } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
      grantId: string
      merchantIds: string[]
      until: number
    }
    const grant = this.grants.get(grantId) ?? { id: grantId, merchantIds, revoked: false }
    this.grants.set(grantId, grant)
    if (grant.revoked || until < this.world.now()) return null
    this.usedRenewals.add(text)
    return grantId
  }

  /** The owner ends every access of ours to the merchant. */
  revoke(merchantId: string): void {
    this.approvals.delete(merchantId)
    for (const grant of this.grants.values()) if (grant.merchantIds.includes(merchantId)) grant.revoked = true
  }

  private sign(text: string): string {
    return createHmac('sha256', this.world.env.codeClientId).update(text).digest('base64url')
  }
}

/** Without letters that look like digits. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'
const letters = (count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
