/** The simulator's environment. It plays another company, so it shares nothing with the server but the rules that the company publishes. */
export interface SimulatorEnv {
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  /** The distributed application, with the same secret. */
  readonly codeClientId: string
  readonly webhookUrl: string | null
  /** Delay between an action and iFood's event that confirms it (ms). */
  readonly actionDelayMs: number
  /** iFood's pages say 20 and 100: our software keeps to the lower, this refuses beyond the higher. */
  readonly tokensPerMinute: number
}

/** What is not given has its default. */
export function completed(given: Partial<SimulatorEnv>): SimulatorEnv {
  const clientId = given.clientId ?? 'simulator'
  return {
    port: 0,
    clientId,
    codeClientId: `${clientId}-code`,
    clientSecret: 'simulator-secret',
    webhookUrl: null,
    actionDelayMs: 700,
    tokensPerMinute: 100,
    ...given,
  }
}

export const simulatorEnv = (source: Record<string, string | undefined>): SimulatorEnv =>
  completed({
    ...(source.SIMULATOR_PORT ? { port: Number(source.SIMULATOR_PORT) } : {}),
    ...(source.SIMULATOR_CLIENT_ID ? { clientId: source.SIMULATOR_CLIENT_ID } : {}),
    ...(source.SIMULATOR_CLIENT_SECRET ? { clientSecret: source.SIMULATOR_CLIENT_SECRET } : {}),
    ...(source.SIMULATOR_WEBHOOK_URL ? { webhookUrl: source.SIMULATOR_WEBHOOK_URL } : {}),
    ...(source.SIMULATOR_ACTION_DELAY_MS ? { actionDelayMs: Number(source.SIMULATOR_ACTION_DELAY_MS) } : {}),
  })
