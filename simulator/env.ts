/** The simulator's environment. It plays another company, so it shares nothing with the server. */
export interface SimulatorEnv {
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  /** The distributed application, with the same secret. */
  readonly codeClientId: string
  readonly webhookUrl: string | null
  /** Delay between an action and iFood's event that confirms it (ms). */
  readonly actionDelayMs: number
}

export function simulatorEnv(source: Record<string, string | undefined>): SimulatorEnv {
  const clientId = source.SIMULATOR_CLIENT_ID ?? 'simulator'
  return {
    port: Number(source.SIMULATOR_PORT ?? 0),
    clientId,
    codeClientId: `${clientId}-code`,
    clientSecret: source.SIMULATOR_CLIENT_SECRET ?? 'simulator-secret',
    webhookUrl: source.SIMULATOR_WEBHOOK_URL ?? null,
    actionDelayMs: Number(source.SIMULATOR_ACTION_DELAY_MS ?? 700),
  }
}
