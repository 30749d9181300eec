import pg from 'pg'

/** A sentence for the operator; what was begun is taken back. */
export class MoveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MoveError'
  }
}

/** As the owner of the database. What is said of rows is said in one zone and one format everywhere. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao-move',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: [
      '-c statement_timeout=0',
      '-c synchronous_commit=on',
      '-c timezone=UTC',
      '-c datestyle=ISO',
      '-c intervalstyle=postgres',
      '-c extra_float_digits=1',
      '-c jit=off',
    ].join(' '),
  })
  // A connection that breaks fails its statement; unheard, the error would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * One mover a chain, in each database that it touches: what the session of a killed mover still does is over before the
 * next one looks.
 */
export async function takeTurn(session: pg.Client, what: string): Promise<void> {
  try {
    await session.query("set lock_timeout = '5s'")
    await session.query('select pg_advisory_lock(hashtextextended($1, 7))', [`move ${what}`])
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    throw new MoveError('another process is moving this chain')
  } finally {
    await session.query('set lock_timeout = 0')
  }
}

export const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
