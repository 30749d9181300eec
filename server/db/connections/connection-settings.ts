/** What the app's connections are opened with, by the names of PostgreSQL. */
export const connectionSettings = (statementTimeoutMs = 3_000): Readonly<Record<string, string>> => ({
  statement_timeout: String(statementTimeoutMs),
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  jit: 'off',
  // The database notices a client that vanished, and ends what it left open.
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
})
