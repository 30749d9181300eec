import { createHash } from 'node:crypto'
import { sql, type PostgresPool, type PostgresPoolClient, type RawBuilder } from 'kysely'
import type pg from 'pg'

/** How much later than the database's own time limit an answer may arrive before the connection counts as dead. */
const graceMs = 2_000

/**
 * Gives the rest of the transaction another time limit for each statement, as a statement without parameters. The
 * connection's deadline follows it, so no other text may set `statement_timeout`.
 */
export const statementTimeout = (ms: number): RawBuilder<unknown> =>
  sql`select set_config('statement_timeout', ${sql.lit(String(ms))}, true)`

const settingOfLimit = /set_config\('statement_timeout', '(\d+)', true\)/

/** The names of prepared statements, by their text. */
const preparedNames = new Map<string, string>()

/** Has every connection parse and plan this text once, under a name of its own. */
export function prepareOnce(text: string): void {
  if (!preparedNames.has(text)) preparedNames.set(text, createHash('sha256').update(text).digest('base64url'))
}

/**
 * The pool as Kysely wants one. Its clients give the texts of prepared statements their names, which Kysely cannot,
 * and give up a connection whose answer is missing: one that a firewall or a dead host cut silently would
 * otherwise keep its place for a quarter of an hour.
 */
export function withDeadlines(pool: pg.Pool, statementTimeoutMs: number, prepares = true): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw isBusy(pool) && isWaitOver(error) ? new PoolBusyError() : error
      })
      const known = clients.get(client) ?? clientWithDeadlines(client, { statementTimeoutMs, prepares })
      clients.set(client, known)
      return known
    },
  }
}

interface ClientOptions {
  readonly statementTimeoutMs: number
  /** False behind a pooler: the next transaction may be on another connection of the database. */
  readonly prepares: boolean
}

function clientWithDeadlines(
  client: pg.PoolClient,
  { statementTimeoutMs, prepares }: ClientOptions,
): PostgresPoolClient {
  let limitMs = statementTimeoutMs
  const query = async (text: string, parameters: readonly unknown[]) => {
    const name = prepares ? preparedNames.get(text) : undefined
    const statement = {
      text,
      values: [...parameters],
      query_timeout: limitMs + graceMs,
      ...(name === undefined ? {} : { name }),
    }
    const answer: unknown = await client.query(statement).catch((error: unknown) => {
      // Nothing may follow on it: the late answer would be taken for another statement's.
      if (isReadTimeout(error)) void client.end().catch(() => {})
      throw error
    })
    const longer = text.includes('statement_timeout') ? settingOfLimit.exec(text)?.[1] : undefined
    if (longer !== undefined) limitMs = Number(longer)
    else if (text === 'commit' || text === 'rollback') limitMs = statementTimeoutMs
    // Of several statements in one text the last one answers.
    return Array.isArray(answer) ? (answer.at(-1) as unknown) : answer
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      limitMs = statementTimeoutMs
      client.release(destroy)
    },
  }
}

/** Every connection was at work for as long as a caller waits; nothing has failed. */
class PoolBusyError extends Error {
  readonly code = 'POOL_BUSY'

  constructor() {
    super('every connection of the pool is at work')
    this.name = 'PoolBusyError'
  }
}

const isBusy = (pool: pg.Pool): boolean => pool.idleCount === 0 && pool.totalCount >= pool.options.max

const isWaitOver = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('timeout exceeded when trying to connect')

const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'
